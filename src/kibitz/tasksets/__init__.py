"""Tasks with exact answers for language models: prompts, answers and grading."""
