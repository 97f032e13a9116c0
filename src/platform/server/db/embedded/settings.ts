/**
 * The PostgreSQL settings of the embedded server, as the text of `violet.conf`. Written at every start, so
 * they follow the program's version; `ALTER SYSTEM` still wins over them.
 */
export function clusterSettings(): string {
  return settings.map(([name, value]) => `${name} = '${value}'\n`).join('')
}

const settings: [name: string, value: string][] = [
  ['cluster_name', 'violet'],
  ['max_connections', '100'],
  ['shared_buffers', '128MB'],
  ['effective_cache_size', '1GB'],
  ['maintenance_work_mem', '64MB'],
  ['random_page_cost', '1.1'],
  // Every query here is short: compiling it or splitting it over workers costs more than it saves on two
  // cores, and parallel plans fail where a container's /dev/shm is small.
  ['jit', 'off'],
  ['max_parallel_workers_per_gather', '0'],
  ['max_parallel_maintenance_workers', '0'],

  // An acknowledged order survives a power cut.
  ['fsync', 'on'],
  ['full_page_writes', 'on'],
  ['synchronous_commit', 'on'],
  ['wal_compression', 'on'],
  ['max_wal_size', '1GB'],
  ['checkpoint_timeout', '15min'],

  ['password_encryption', 'scram-sha-256'],
  ['unix_socket_permissions', '0700'],
  ['timezone', 'UTC'],

  // Server events only. A failed statement is reported to the program that sent it; here it would put
  // shoppers' data into a file nobody rotates.
  ['log_min_messages', 'log'],
  ['log_min_error_statement', 'panic'],
  ['log_checkpoints', 'off'],
  ['log_autovacuum_min_duration', '-1'],
  ['log_timezone', 'UTC'],
]
