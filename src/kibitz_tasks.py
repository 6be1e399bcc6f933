"""Tasks of Kibitz as an environment of verifiers: `vf-eval kibitz-tasks`."""

from kibitz.adapters.verifiers import KibitzTaskset, TasksEnv

__all__ = ["KibitzTaskset", "TasksEnv"]
