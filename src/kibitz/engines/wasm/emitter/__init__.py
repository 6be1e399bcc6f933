"""Compiler from rules to WebAssembly in plain Python: it needs no Numba and runs in a browser tab.

    emitted_module      rules and kernels to a module
    function_body       the code of one function
    statements          statements and loops; a loop over a generator becomes its body, inlined
    expressions         expressions
    calls               calls of functions, and of the built-in functions of Python that rules use
    emitted_values      what an expression can be: a number, a row, a tuple, a known constant
    function_scope      the names of a function
    failures            reasons for which compiled rules stop, with their lines
    opcodes             instructions, and code that is being written

Numbers are 64-bit integers that wrap around, as in Numba's code. Every index is checked against the
length of its row. Loops and calls use fuel, which every call of an export begins with: so an export
returns, whatever the rules are. Code of a module without fuel is trusted to be right.
"""
