import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { placeholderId, useAction } from '../api/use-action.ts'
import { useCurrentPlant } from './plant.ts'

/** A command that no event spoke of for this long is asked for: the live channel may be down. */
const pollIntervalMs = 4000

/** Follows a command from its receipt to its end: by events, and by asking where none come. */
export function useCommand(
  plantId: string,
  receipt: { command: PendingCommand } | undefined,
): PendingCommand | undefined {
  const followed = useCommandById(plantId, receipt?.command.id ?? null)
  return followed ?? receipt?.command
}

/** The same for a command of which only the id is known, as that of a test somebody else started. */
export function useCommandById(plantId: string, id: string | null): PendingCommand | undefined {
  const { commands } = useCurrentPlant()
  const received = commands.find((command) => command.id === id)
  const asked = useAction(
    'getCommand',
    { plantId, commandId: id ?? placeholderId },
    {
      enabled: id !== null && received?.pending !== false,
      refetchInterval: (query) => (query.state.data?.command.pending === false ? false : pollIntervalMs),
    },
  )
  if (id === null) return undefined
  const answer = asked.data ? asked.data.command : undefined
  if (received && !received.pending) return received
  return answer && !answer.pending ? answer : (received ?? answer)
}
