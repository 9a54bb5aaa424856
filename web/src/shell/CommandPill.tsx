import { Popover, UnstyledButton } from '@mantine/core'
import { IconLoader2 } from '@tabler/icons-react'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { useTranslation } from 'react-i18next'
import { RunningOperations, useRunningOperations } from '../features/operations/index.ts'
import { useQueryAnswer } from '../shared/api/use-answer.ts'
import { CommandProgress } from '../shared/feedback/CommandProgress.tsx'
import * as feedbackStyles from '../shared/feedback/feedback.module.css'
import { errorText } from '../shared/i18n/i18n.ts'
import { plantDetailsQuery } from '../shared/plant/plant.ts'
import { serialOf } from '../shared/plant/unit-topic.ts'
import * as styles from './frame.module.css'

function commandName(command: PendingCommand): string {
  return errorText('commandNames', command.command) ?? command.command
}

/** Every pending operation and command of the plant, from anybody; shown only while there is one. */
export function CommandPill({ plantId }: { plantId: string }) {
  const { t } = useTranslation('shell')
  const commands = useQueryAnswer(plantDetailsQuery(plantId)).commands.filter(({ pending }) => pending)
  const { running, text: runningText } = useRunningOperations(plantId)
  const [first] = commands
  if (!first && running.length === 0) return null
  const singleCommandText = first && commands.length === 1 ? `${commandName(first)} · ${serialOf(first.cu)}` : undefined
  const text = runningText || (singleCommandText ?? t('commands', { count: commands.length }))
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={styles.commandPill} aria-label={text}>
          <IconLoader2 size={16} aria-hidden className={feedbackStyles.turning} />
          <span>{text}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={styles.choice}>
          <RunningOperations plantId={plantId} running={running} />
          {commands.map((command) => (
            <li key={command.id}>
              <b>
                {commandName(command)} · {serialOf(command.cu)}
              </b>
              {command.requestedBy ? <small>{command.requestedBy}</small> : null}
              <CommandProgress command={command} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
