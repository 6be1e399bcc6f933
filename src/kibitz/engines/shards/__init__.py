"""Solver for games divided into shards, on a disk or a cluster; the tables are the same.

A hash of its canonical form assigns a position to a shard. Solving is a sequence of steps; each
step is a list of tasks, and a task takes arrays of one shard and messages to it, and returns arrays
and messages to others (`explore_steps`, `value_steps`). `sharded_solve` orders the steps and holds
only counts and handles; an executor stores the arrays and runs the tasks: in files of a work folder
(`shard_files`), or in the object store of a Ray cluster (`ray_cluster`).
"""
