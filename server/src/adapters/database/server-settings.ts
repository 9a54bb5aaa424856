/** Port number in the socket's name `.s.PGSQL.<port>`. */
export const port = 5432

/** Passed as arguments at each start, so no file is edited. */
export const settings: Readonly<Record<string, string | number>> = {
  // An acknowledged commit survives a power failure.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Reachable only through the socket.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port,
  // The pool has 20 connections; backup and operator commands add their own.
  max_connections: 40,
  shared_buffers: '32MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '256MB',
  jit: 'off',
  // Each worker would be another process.
  io_method: 'sync',
  max_worker_processes: 0,
  max_parallel_workers: 0,
  max_parallel_workers_per_gather: 0,
  max_logical_replication_workers: 0,
  autovacuum_max_workers: 1,
  autovacuum_worker_slots: 1,
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The client logs why a statement was refused; the statement may name persons.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** Options of `initdb`: sort by code points and map case for all scripts, independent of the machine's locales. */
export const localeOptions = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/** Excludes environment variables read by PostgreSQL's programs. */
export const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
