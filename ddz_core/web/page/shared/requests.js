// What is asked of the server without a socket.

/** The answer to a request; throws an `Error` with the server's message and its `code`. */
export async function request(path, body) {
  const answer = await fetch(
    `api/${path}`,
    body && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    },
  );
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.message), { code: said.code });
  return said;
}
