"""GPU solver: rules lowered, compiled, explored and evaluated on the device.

    lowering        the functions of rules as source text for the CUDA compiler
    device          the GPU, or Numba's simulator of one; an error if packages are missing
    gpu_functions   lowered rules compiled, and kernels bound to them
    gpu_kernels     kernels that explore; value_kernels: kernels that compute values
    kernels/        kernels for placements, and for many layers or sweeps in one launch
    gpu_classes     the set of all classes of a game, a hash table on the device
    gpu_images      the number of images of each class that belong to the game
    gpu_solver      from rules to a table
    gpu_strategy    the strategy that `solve/table_making.py` drives

Nothing here is imported before a GPU is requested.
"""
