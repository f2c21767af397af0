/* Faults on purpose, by which .ci/sanitize and .ci/tsan show that they would notice one. */

#include <limits.h>
#include <stdlib.h>

static int shared;

/* Reads behind the end of its memory. */
int overrun(int n)
{
    int *room = malloc((size_t)n * sizeof(int));
    if (room == NULL)
        return 0;
    for (int i = 0; i < n; i++)
        room[i] = i;
    int found = ((volatile int *)room)[n];
    free(room);
    return found;
}

/* A signed number beyond its range. */
int overflow(int n)
{
    return INT_MAX - 2 + n;
}

/* Two threads count at once, without asking each other. */
int race(int n)
{
    for (int i = 0; i < n; i++)
        ((volatile int *)&shared)[0]++;
    return shared;
}
