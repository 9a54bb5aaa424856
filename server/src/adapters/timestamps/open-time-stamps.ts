import type { Config } from '../../config/config.ts'
import type { Log } from '../../kernel/log.ts'
import type { TimeStampAuthority } from '../../ports/time-stamps.ts'

/** Where no authority is configured. */
export const noTimeStamps: TimeStampAuthority = { trusted: [], stamp: async () => null }

/** The authority that the operator has configured; the library behind it is loaded where there is one. */
export const openTimeStamps = async (
  { timeStamps }: Pick<Config, 'timeStamps'>,
  log: Log,
): Promise<TimeStampAuthority> => {
  if (!timeStamps) return noTimeStamps
  const { openAuthority } = await import('./rfc3161-authority.ts')
  return openAuthority({ ...timeStamps, log })
}
