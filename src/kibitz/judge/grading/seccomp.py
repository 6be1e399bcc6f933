"""Seccomp filter, assembled here, for system calls that graded programs may not make.

They would give a program one of three things:

- memory that is not charged to a process, and so exceeds its limit, or namespaces in which it could
  mount such memory;
- processor time that is not charged: a process that shares memory leaves no page faults behind;
- something that outlives the run or is shared with other runs: keys, System V objects, message
  queues, locks on system files, events of their use, the log of the kernel, a network outside of
  the namespace, modules that the kernel loads for a socket.

Languages work without them: a C library falls back from `clone3` to `clone`.
"""

import os
import struct
from errno import EAFNOSUPPORT, ENOSYS, EOPNOTSUPP, EPERM
from typing import NamedTuple

# the column in the tables below, and the audit number
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
NONE = 0xFFFF  # a number that no call has: the architecture lacks this one
REFUSED = {
    "clone3": (435, 435, ENOSYS),  # its flags are in memory, which a filter cannot read
    "io_uring_setup": (425, 425, ENOSYS),
    "memfd_create": (319, 279, ENOSYS),
    "memfd_secret": (447, 447, ENOSYS),
    "process_madvise": (440, 440, ENOSYS),
    "setns": (308, 268, EPERM),
    "unshare": (272, 97, EPERM),
    "add_key": (248, 217, ENOSYS),
    "request_key": (249, 218, ENOSYS),
    "keyctl": (250, 219, ENOSYS),
    "shmget": (29, 194, ENOSYS),
    "shmat": (30, 196, ENOSYS),
    "shmctl": (31, 195, ENOSYS),
    "msgget": (68, 186, ENOSYS),
    "msgsnd": (69, 189, ENOSYS),
    "msgrcv": (70, 188, ENOSYS),
    "msgctl": (71, 187, ENOSYS),
    "semget": (64, 190, ENOSYS),
    "semop": (65, 193, ENOSYS),
    "semtimedop": (220, 192, ENOSYS),
    "semctl": (66, 191, ENOSYS),
    "mq_open": (240, 180, ENOSYS),
    "mq_unlink": (241, 181, ENOSYS),
    "inotify_init": (253, NONE, ENOSYS),
    "inotify_init1": (294, 26, ENOSYS),
    "fanotify_init": (300, 262, EPERM),
    "perf_event_open": (298, 241, EPERM),
    "bpf": (321, 280, EPERM),
    "syslog": (103, 116, EPERM),
    "flock": (73, 32, 0),  # answered without a lock: Java prints a warning if it is refused
}
CONDITIONAL = {
    "clone": (56, 220),
    "fcntl": (72, 25),
    "madvise": (28, 233),
    "mmap": (9, 222),
    "preadv2": (327, 286),
    "socket": (41, 198),
}


class Condition(NamedTuple):
    """An argument with which a call is refused.

    It is so if these bits have one of the values, or with `unless`, if they have none of them.
    """

    call: str
    argument: int
    values: tuple[int, ...]
    error: int
    bits: int = 0xFFFFFFFF
    unless: bool = False


NAMESPACES = 0x7E020000  # CLONE_NEWNS, -CGROUP, -UTS, -IPC, -USER, -PID, -NET
SHARED_MEMORY, VFORK, THREAD = 0x100, 0x4000, 0x10000  # CLONE_VM and so on
SHARED_ANONYMOUS = 0x21  # MAP_SHARED and MAP_ANONYMOUS: it stays after MADV_DONTNEED
HUGE_PAGES = 0x40000  # MAP_HUGETLB: of a pool that all share, and charged to no process
PAGE_OUT = 21  # MADV_PAGEOUT: to swap space, which no process reports
LOCKS = 6, 7, 37, 38  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
LEASE, NOTIFY = 1024, 1026  # F_SETLEASE, F_NOTIFY
NOT_WAITING = 8  # RWF_NOWAIT, which says whether another run has read a file
FAMILIES = 1, 2, 10, 16  # Unix, IPv4, IPv6 and Netlink; VSOCK would reach the host
CONDITIONS = (
    Condition("clone", 0, (0,), EPERM, NAMESPACES, unless=True),
    Condition("clone", 0, (SHARED_MEMORY,), EPERM, SHARED_MEMORY | VFORK | THREAD),
    Condition("mmap", 3, (SHARED_ANONYMOUS,), EPERM, SHARED_ANONYMOUS),
    Condition("mmap", 3, (HUGE_PAGES,), EPERM, HUGE_PAGES),
    Condition("madvise", 2, (PAGE_OUT,), EPERM),
    Condition("fcntl", 1, LOCKS, 0),  # as for `flock`
    Condition("fcntl", 1, (LEASE, NOTIFY), EPERM),
    Condition("preadv2", 5, (NOT_WAITING,), EOPNOTSUPP, NOT_WAITING),
    Condition("socket", 0, FAMILIES, EAFNOSUPPORT, unless=True),
)
X32 = 0x40000000  # the other numbering of x86_64
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # offsets in the data of the filter
ALLOW, ERROR = 0x7FFF0000, 0x00050000


def number_of(call: str, architecture: str) -> int:
    """Return the number of a call that the filter knows."""
    return (REFUSED.get(call) or CONDITIONAL[call])[ARCHITECTURES[architecture][0]]


def instruction(code: int, value: int, true: int = 0, false: int = 0) -> bytes:
    """Return one instruction; `true` and `false` are the jump offsets of a comparison."""
    return struct.pack("=HBBI", code, true, false, value)


def refusal(number: int, condition: Condition) -> list[bytes]:
    """Return the instructions that refuse a call under a condition, and else go on behind them."""
    last, unless = len(condition.values) - 1, condition.unless
    words = [
        # the lower half: both architectures are little-endian
        instruction(LOAD, ARGUMENTS + 8 * condition.argument),
        instruction(AND, condition.bits),
    ]
    for place, value in enumerate(condition.values):
        otherwise = 1 if place == last and not unless else 0
        words.append(instruction(EQUAL, value, last - place + unless, otherwise))
    words += [instruction(RETURN, ERROR | condition.error), instruction(LOAD, NUMBER)]
    return [instruction(EQUAL, number, false=len(words)), *words]


def filter_for(architecture: str) -> bytes:
    """Return the filter of an architecture, b"" for an unsupported one."""
    if architecture not in ARCHITECTURES:
        return b""
    words = [
        instruction(LOAD, ARCHITECTURE),
        instruction(EQUAL, ARCHITECTURES[architecture][1], true=1),
        instruction(RETURN, ERROR | ENOSYS),
        instruction(LOAD, NUMBER),
        instruction(AT_LEAST, X32, false=1),
        instruction(RETURN, ERROR | ENOSYS),
    ]
    for name, (*_, error) in REFUSED.items():
        words += [
            instruction(EQUAL, number_of(name, architecture), false=1),
            instruction(RETURN, ERROR | error),
        ]
    for condition in CONDITIONS:
        words += refusal(number_of(condition.call, architecture), condition)
    return b"".join([*words, instruction(RETURN, ALLOW)])


FILTER = filter_for(os.uname().machine)
