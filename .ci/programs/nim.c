/* Plays nim by the line protocol: it takes the first heap that is left, whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long heaps[1000];
static int count;

static void move(void) {
    for (int i = 0; i < count; i++) {
        if (heaps[i] > 0) {
            heaps[i] = 0;
            printf("move %d 0\n", i + 1);
            fflush(stdout);
            return;
        }
    }
}

int main(void) {
    static char line[1 << 16];
    int is_first = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \r\n");
        if (word && strcmp(word, "seat") == 0) {
            is_first = strcmp(strtok(NULL, " \r\n"), "first") == 0;
        } else if (word && strcmp(word, "position") == 0) {
            while ((word = strtok(NULL, " \r\n"))) heaps[count++] = strtoull(word, NULL, 10);
            if (is_first) move();
        } else if (word && strcmp(word, "move") == 0) {
            int index = atoi(strtok(NULL, " \r\n"));
            heaps[index - 1] = strtoull(strtok(NULL, " \r\n"), NULL, 10);
            move();
        } else if (word && strcmp(word, "end") == 0) {
            return 0;
        }
    }
    return 1;
}
