/* How a C extension gets at the kernels and at compiled rules. Both functions need
 * the GIL (or an attached thread), both return NULL with a Python exception set
 * where something is wrong, and what they return stays valid, at the same place,
 * until the process ends. Cython has them from `ddz_core.kernels`.
 */
#ifndef DDZ_CORE_PYTHON_H
#define DDZ_CORE_PYTHON_H

#include <Python.h>
#include "ddz_core.h"

/* The kernels for this machine. Call it once, when the module is imported. Refuses with
 * ImportError a ddz_core whose kernels this code, as it was compiled, would misread; those
 * that have grown at their end are no such ones. */
static inline const ddz_kernels *ddz_import_kernels(void) {
    const ddz_kernels *kernels = (const ddz_kernels *)PyCapsule_Import("ddz_core.KERNELS", 0);
    if (kernels == NULL)
        return NULL;
    if (kernels->abi != DDZ_ABI || kernels->size < sizeof(ddz_kernels)) {
        PyErr_Format(PyExc_ImportError,
                     "ddz_core has C interface %u with kernels of %u bytes, and this module was "
                     "built for interface %u with %u bytes: build it anew",
                     (unsigned)kernels->abi, (unsigned)kernels->size, (unsigned)DDZ_ABI,
                     (unsigned)sizeof(ddz_kernels));
        return NULL;
    }
    return kernels;
}

/* Compiled rules from a ddz_core.Rules or the name of a preset. */
static inline const ddz_rules *ddz_rules_of(PyObject *rules) {
    const ddz_rules *found = NULL;
    PyObject *capsule;
    PyObject *module = PyImport_ImportModule("ddz_core");
    if (module == NULL)
        return NULL;
    capsule = PyObject_CallMethod(module, "rules_capsule", "(O)", rules);
    Py_DECREF(module);
    if (capsule == NULL)
        return NULL;
    found = (const ddz_rules *)PyCapsule_GetPointer(capsule, "ddz_core.RULES");
    Py_DECREF(capsule);
    return found;
}

#endif
