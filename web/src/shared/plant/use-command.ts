import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { placeholderId, useAction } from '../api/use-action.ts'
import { useCurrentPlant } from './plant.ts'

/** Polling interval for a command without events, because the live channel may be down. */
const pollIntervalMs = 4000

/** Follows a command from its receipt to its end, by events and by polling. */
export function useCommand(
  plantId: string,
  receipt: { command: PendingCommand } | undefined,
): PendingCommand | undefined {
  const trackedCommand = useCommandById(plantId, receipt?.command.id ?? null)
  return trackedCommand ?? receipt?.command
}

/** The same by the command's id, for a command from another person. */
export function useCommandById(plantId: string, id: string | null): PendingCommand | undefined {
  const { commands } = useCurrentPlant()
  const receivedCommand = commands.find((command) => command.id === id)
  const commandQuery = useAction(
    'getCommand',
    { plantId, commandId: id ?? placeholderId },
    {
      enabled: id !== null && receivedCommand?.pending !== false,
      refetchInterval: (query) => (query.state.data?.command.pending === false ? false : pollIntervalMs),
    },
  )
  if (id === null) return undefined
  const fetchedCommand = commandQuery.data ? commandQuery.data.command : undefined
  if (receivedCommand && !receivedCommand.pending) return receivedCommand
  return fetchedCommand && !fetchedCommand.pending ? fetchedCommand : (receivedCommand ?? fetchedCommand)
}
