// Which part of the page is shown: the start, an invitation, or a table. The address says it,
// in the part that browsers keep to themselves.

import { loadDrawings } from "./shared/cards.js";
import { request } from "./shared/requests.js";
import { settings } from "./shared/settings.js";
import { speak } from "./shared/words.js";
import { showInvitation } from "./start/join.js";
import { showStart } from "./start/start.js";
import { TableView } from "./table/table.js";

const page = document.getElementById("page");
let shown = null;

async function route() {
  shown?.close();
  shown = null;
  for (const open of document.querySelectorAll("dialog")) open.close();
  const where = new URLSearchParams(location.hash.slice(1));
  const table = where.get("table");
  const parts = { page, options: await options, again };
  if (!table) {
    showStart(parts);
    return;
  }
  const seat = settings().seats[table];
  if (!seat && where.get("key")) showInvitation({ ...parts, table, key: where.get("key") });
  else shown = new TableView({ ...parts, table, held: seat ?? null });
}

/** Everything once more, in the language that is chosen now. */
async function again() {
  await speak();
  await route();
}

const options = request("options");
await Promise.all([loadDrawings(), speak()]);
window.addEventListener("hashchange", route);
await route();
