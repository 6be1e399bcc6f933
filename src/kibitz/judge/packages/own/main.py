if __name__ == "__main__":
    try:
        judge(
            text_of(sys.argv[1]),
            text_of(sys.argv[2]),
            sys.stdin.buffer.read().decode("utf-8", "replace"),
        )
    except ValueError as error:
        remark(str(error))
        sys.exit(1)
    accept()
