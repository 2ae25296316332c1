/* Counts the instructions that a program executes: a plugin for qemu-user.
 *
 *     cc -shared -fPIC -O2 -o instructions.so instructions.c
 *     qemu-aarch64 -plugin ./instructions.so PROGRAM
 *
 * qemu-plugin.h, which Debian does not install, declares these. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int, void *);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

int qemu_plugin_version = 1;
static uint64_t count;

static void execute(unsigned cpu, void *instructions) {
    (void)cpu;
    count += (uintptr_t)instructions;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, execute, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

static void end(qemu_plugin_id_t id, void *data) {
    (void)id, (void)data;
    fprintf(stderr, "%llu instructions\n", (unsigned long long)count);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv) {
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, end, NULL);
    return 0;
}
