import type { Config } from '../../config/config.ts'
import type { Log } from '../../kernel/log.ts'
import type { TimeStampAuthority } from '../../ports/time-stamps.ts'

/** Used if no authority is configured. */
export const noTimeStamps: TimeStampAuthority = { trusted: [], stamp: async () => null }

/** The configured authority; its library is loaded only if there is one. */
export const openTimeStamps = async (
  { timeStamps }: Pick<Config, 'timeStamps'>,
  log: Log,
): Promise<TimeStampAuthority> => {
  if (!timeStamps) return noTimeStamps
  const { openAuthority } = await import('./rfc3161-authority.ts')
  return openAuthority({ ...timeStamps, log })
}
