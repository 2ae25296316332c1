def main():
    """Called as `validate.py INPUT ANSWER FEEDBACK_FOLDER < OUTPUT`."""
    texts = []
    for name in sys.argv[1:3]:
        with open(name, "rb") as file:
            texts.append(file.read())
    message = wrong(*texts, sys.stdin.buffer.read())
    if message is None:
        return 42
    with open(sys.argv[3].rstrip("/") + "/judgemessage.txt", "a") as file:
        file.write(message + "\n")
    return 43


def check(process_output, judge_output, judge_input=b"", **_):
    """The interface of DMOJ."""
    return wrong(judge_input, judge_output, process_output) is None


if __name__ == "__main__":
    sys.exit(main())
