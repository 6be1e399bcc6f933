if __name__ == "__main__":
    try:
        wrong = fault(
            text_of(sys.argv[1]),
            text_of(sys.argv[2]),
            sys.stdin.buffer.read().decode("utf-8", "replace"),
        )
    except ValueError as error:
        remark(str(error))
        sys.exit(1)
    if wrong:
        reject(wrong)
    accept()
