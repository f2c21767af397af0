/* The kernels of ddz_core from C. */
#include "ddz_core_python.h"

static const ddz_kernels *kernels;

/* census(first, deals, rules): the leads of the landlord in deals first, first + 1, ...,
 * counted, listed, and each listed one made again from its index; then the deals
 * are played out. Returns (leads counted, leads listed, picks that differed from
 * the list, games won by the landlord). */
static PyObject *census(PyObject *module, PyObject *args) {
    unsigned long long first, deals, deal;
    long long counted = 0, listed = 0, different = 0;
    const char *problem = NULL;
    const ddz_rules *rules;
    PyObject *given;
    ddz_tally tally = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "KKO", &first, &deals, &given))
        return NULL;
    rules = ddz_rules_of(given);
    if (rules == NULL)
        return NULL;

    Py_BEGIN_ALLOW_THREADS
    for (deal = first; deal < first + deals && problem == NULL; deal++) {
        uint64_t hands[DDZ_MAX_PLAYERS], bottom, hand;
        int first_bidder;
        int64_t plays, i;
        ddz_move *list;
        kernels->deal(rules, deal, 3, hands, &bottom, &first_bidder);
        hand = hands[0] + bottom;
        plays = kernels->count(rules, hand, NULL);
        list = PyMem_RawMalloc((size_t)(plays + DDZ_SLACK) * sizeof(ddz_move));
        if (list == NULL) {
            problem = "no memory for the leads of a hand";
            break;
        }
        counted += plays;
        listed += kernels->generate(rules, hand, NULL, list);
        for (i = 0; i < plays; i++) {
            ddz_move picked;
            kernels->pick(rules, hand, NULL, i, &picked);
            different += picked.cards != list[i].cards || picked.kind != list[i].kind ||
                         picked.length != list[i].length || picked.rank != list[i].rank;
        }
        PyMem_RawFree(list);
    }
    kernels->playouts(rules, 0, first, deals, &tally, NULL);
    Py_END_ALLOW_THREADS

    if (problem != NULL) {
        PyErr_SetString(PyExc_MemoryError, problem);
        return NULL;
    }
    return Py_BuildValue("LLLK", counted, listed, different,
                         (unsigned long long)tally.landlord_wins);
}

static int start(PyObject *module) {
    (void)module;
    kernels = ddz_import_kernels();
    return kernels == NULL ? -1 : 0;
}

static PyMethodDef functions[] = {
    {"census", census, METH_VARARGS,
     "census(first, deals, rules): leads counted, leads listed, picks that differed, games won"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, start},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "cython_rollout.census",
    .m_doc = "The kernels of ddz_core from C.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit_census(void) {
    return PyModuleDef_Init(&definition);
}
