"""Results of grading for teachers: pages, tables and files for other systems."""
