def main():
    try:
        Input(DESCRIPTION, sys.stdin.buffer.read()).read()
    except Invalid as error:
        print(error, file=sys.stderr)
        return INVALID
    return VALID


sys.exit(main())
