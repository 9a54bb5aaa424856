import { Button } from '@mantine/core'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput, ActionName, ActionOutput } from '../api/actions.ts'
import { useActionMutation } from '../api/use-action.ts'
import { CommandProgress } from '../feedback/CommandProgress.tsx'
import { FormFailure } from '../form/FormParts.tsx'
import { useCurrentPlant } from './plant.ts'
import { useCommand } from './use-command.ts'

/** Actions whose answer is the receipt of one command. */
export type CommandAction = {
  [Name in ActionName]: ActionOutput<Name> extends { command: PendingCommand } ? Name : never
}[ActionName]

export type SentCommand<Name extends CommandAction> = {
  /** True once the server accepted the command; `line` then shows its progress. */
  send: (input: ActionInput<Name>) => Promise<boolean>
  /** The command is being sent or is not answered by the unit yet. */
  busy: boolean
  command: PendingCommand | undefined
  error: unknown
  /** Progress or refusal of the last command; null before the first. */
  line: ReactNode
}

/** Sends a command to a unit and follows it to its end, with a retry after a failure. */
export function useSentCommand<Name extends CommandAction>(action: Name): SentCommand<Name> {
  const { t } = useTranslation('shared')
  const { plantId } = useCurrentPlant()
  const sendMutation = useActionMutation(action)
  const [last, setLast] = useState<ActionInput<Name> | undefined>()
  const receipt = sendMutation.data as { command: PendingCommand } | undefined
  const command = useCommand(plantId, receipt)
  const send = (input: ActionInput<Name>) => {
    setLast(input)
    return sendMutation.mutateAsync(input).then(
      () => true,
      () => false,
    )
  }
  const retryButton = last ? (
    <Button variant="subtle" size="compact-sm" onClick={() => void send(last)}>
      {t('tryAgain')}
    </Button>
  ) : null
  const line = (
    <>
      <FormFailure error={sendMutation.error} />
      {sendMutation.isPending || (command && !sendMutation.error) ? (
        <CommandProgress command={command} action={retryButton} />
      ) : null}
    </>
  )
  return { send, busy: sendMutation.isPending || command?.pending === true, command, error: sendMutation.error, line }
}
