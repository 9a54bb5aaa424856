import type { CommandListener } from './send-commands.ts'

/** Measures ended commands, from the request to the end. */
export const measureListener: CommandListener = async (row, { afterCommit, ports }) => {
  const { endedAt, requestedAt, error, state } = row
  if (endedAt === null) return
  const seconds = Math.max(0, endedAt.getTime() - requestedAt.getTime()) / 1000
  afterCommit(() => ports.meters.commandEnded(error ?? state, seconds))
}
