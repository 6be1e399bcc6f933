"""Compiled rules as WebAssembly: built when a static site is made, run in a browser tab.

    signatures      the kernels that are exported, with the types of their arguments
    numba_target    Numba with WebAssembly as its target
    exporting       a kernel as an export that takes its arguments from a block of memory
    linking         from an object file of LLVM to a module that can be loaded
    building        the modules of a site: one that all games share, and one for each game
    wasm_format     numbers, names and sections of the binary format
    machine         memory with loaded modules, and calls of their exports
    memory_rows     rows in that memory, with the operations that the solvers need
    row_kernels     kernels of these operations
    tab_host        the machine of a browser tab
    emitter/        a second compiler, in plain Python, which runs in the tab

A build needs Numba; the rest runs without it and without NumPy.
"""
