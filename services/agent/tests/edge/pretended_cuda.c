/* CUDA's driver API as far as muster.agent.edge.hardware.computing calls it, on the host's memory: no GPU is at hand
   where these tests run. $PRETENDED says what is wrong with it: memory, numbers, lost, taken; nothing otherwise. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_OF_MEMORY = 2, ECC_UNCORRECTABLE = 214, DEVICE_UNAVAILABLE = 46 };
static uint64_t held, size;

static int is(const char *fault) {
    const char *said = getenv("PRETENDED");
    return said && !strcmp(said, fault);
}

int cuGetErrorName(int code, const char **name) {
    *name = code == ECC_UNCORRECTABLE ? "CUDA_ERROR_ECC_UNCORRECTABLE"
            : code == DEVICE_UNAVAILABLE ? "CUDA_ERROR_DEVICE_UNAVAILABLE" : "CUDA_ERROR_OUT_OF_MEMORY";
    return 0;
}
int cuInit(unsigned flags) { return 0; }
int cuDeviceGet(int *device, int ordinal) { return *device = 0; }
int cuCtxCreate_v2(void **context, unsigned flags, int device) { return is("taken") ? DEVICE_UNAVAILABLE : 0; }
int cuCtxDestroy_v2(void *context) { return 0; }
int cuCtxSynchronize(void) { return is("lost") ? ECC_UNCORRECTABLE : 0; }
int cuMemGetInfo_v2(size_t *free, size_t *total) { *free = *total = 256 << 20; return 0; }
int cuMemAlloc_v2(uint64_t *at, size_t bytes) {
    size = bytes;
    *at = held = (uint64_t)malloc(bytes);
    return 0;
}
int cuMemFree_v2(uint64_t at) { free((void *)at); return 0; }
int cuMemsetD32_v2(uint64_t at, unsigned pattern, size_t words) {
    for (size_t i = 0; i < words; i++) ((unsigned *)at)[i] = pattern;
    if (is("memory")) ((unsigned char *)at)[size / 2] ^= 1;
    return 0;
}
int cuMemcpyDtoH_v2(void *into, uint64_t from, size_t bytes) { memcpy(into, (void *)from, bytes); return 0; }
int cuModuleLoadData(void **module, const void *image) { return 0; }
int cuModuleGetFunction(void **function, void *module, const char *name) { return strcmp(name, "count"); }
int cuLaunchKernel(void *function, unsigned grid, unsigned gy, unsigned gz, unsigned block, unsigned by, unsigned bz,
                   unsigned shared, void *stream, void **arguments, void **extra) {
    uint32_t x = 1;
    float y = 0;
    for (int i = 0; i < 20000; i++) { x = x * 1664525u + 1013904223u; y = y * 0.5f + 1.0f; }
    uint32_t *at = *(uint32_t **)arguments[0];
    for (size_t i = 0; i < (size_t)grid * block; i++) { at[2 * i] = x; memcpy(at + 2 * i + 1, &y, 4); }
    if (is("numbers")) at[size / 8] += 1;
    return 0;
}
