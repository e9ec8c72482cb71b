// A pool of threads that fill rows. They sleep until there is a picture. The thread that requests a picture fills rows too.
#include "CPixels.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct px_pool {
    pthread_mutex_t mutex;
    pthread_cond_t begun;
    pthread_cond_t ended;
    unsigned pictures; // the number of pictures begun
    int busy;          // the number of threads that have not finished the last picture
    int quits;
    px_program program;
    px_target target;
    int end;
    int slice; // the number of rows that a thread takes at a time
    int next;  // the first row that no thread has taken
    int count;
    pthread_t threads[];
};

static void px_pool_fill(px_pool *pool) {
    for (;;) {
        int y = __atomic_fetch_add(&pool->next, pool->slice, __ATOMIC_RELAXED);
        if (y >= pool->end) return;
        int end = pool->end - y < pool->slice ? pool->end : y + pool->slice;
        px_draw(&pool->program, pool->target, y, end);
    }
}

static void *px_pool_run(void *argument) {
    px_pool *pool = argument;
    unsigned seen = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->pictures == seen && !pool->quits) pthread_cond_wait(&pool->begun, &pool->mutex);
        if (pool->quits) break;
        seen = pool->pictures;
        pthread_mutex_unlock(&pool->mutex);
        px_pool_fill(pool);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0) pthread_cond_signal(&pool->ended);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

px_pool *px_pool_make(int count) {
    px_pool *pool = calloc(1, sizeof(px_pool) + sizeof(pthread_t) * (size_t)count);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->begun, NULL);
    pthread_cond_init(&pool->ended, NULL);
    // Only the decision thread handles signals, so the threads of the pool block them, apart from faults: those belong to the thread that
    // made them, and the kernel ends a process that blocks its own. A guest can cause SIGBUS, by shortening a file that is drawn.
    sigset_t all, before;
    sigfillset(&all);
    const int faults[] = {SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGTRAP};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool->count < count && !pthread_create(&pool->threads[pool->count], NULL, px_pool_run, pool)) pool->count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return pool;
}

void px_pool_free(px_pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    pool->quits = 1;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->count; i++) pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->ended);
    pthread_cond_destroy(&pool->begun);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

void px_pool_draw(
    px_pool *pool, const px_program *program, px_target target, int y, int end, int slice) {
    pthread_mutex_lock(&pool->mutex);
    pool->program = *program;
    pool->target = target;
    pool->next = y;
    pool->end = end;
    pool->slice = slice;
    pool->busy = pool->count;
    pool->pictures++;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->mutex);
    px_pool_fill(pool);
    pthread_mutex_lock(&pool->mutex);
    while (pool->busy > 0) pthread_cond_wait(&pool->ended, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}
