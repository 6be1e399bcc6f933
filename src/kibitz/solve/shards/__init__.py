"""Games divided into shards, for a disk or a cluster: the same tables as in one memory.

A position belongs to the shard that a hash of its canonical form says. Solving is a row of steps;
each step is a list of tasks, and a task takes arrays of one shard and messages to it, and gives
arrays and messages to others back (`steps`). `campaign` knows which step follows which and holds
nothing but counts; where the arrays live and the tasks run is the place's business: files of a work
folder (`folder`), or the object store of a Ray cluster (`cluster`).
"""
