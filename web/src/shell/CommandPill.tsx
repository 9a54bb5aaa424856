import { Popover, UnstyledButton } from '@mantine/core'
import { IconLoader2 } from '@tabler/icons-react'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { useTranslation } from 'react-i18next'
import { CommandProgress } from '../shared/feedback/CommandProgress.tsx'
import { sayCode } from '../shared/i18n/i18n.ts'
import { usePlantDetails } from '../shared/plant/plant.ts'

function commandName(command: PendingCommand): string {
  return sayCode('commandNames', command.command) ?? command.command
}

/** The serial alone, as people call a unit. */
function serialOf(command: PendingCommand): string {
  return command.cu.slice(command.cu.indexOf('_') + 1)
}

/** Every pending command of the plant, from whoever; shown only while there is one. */
export function CommandPill({ plantId }: { plantId: string }) {
  const { t } = useTranslation('shell')
  const commands = usePlantDetails(plantId).data?.commands.filter(({ pending }) => pending) ?? []
  const [first] = commands
  if (!first) return null
  const text =
    commands.length === 1 ? `${commandName(first)} · ${serialOf(first)}` : t('commands', { count: commands.length })
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className="vx-command-pill" aria-label={text}>
          <IconLoader2 size={16} aria-hidden className="vx-turning" />
          <span>{text}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className="vx-choice">
          {commands.map((command) => (
            <li key={command.id}>
              <b>
                {commandName(command)} · {serialOf(command)}
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
