import { ActionIcon, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MonthGrid } from './MonthGrid.tsx'

type CalendarButtonProps = { value: string | undefined; onChoose: (day: string) => void }

/** Opens a month next to a field to choose a day. */
export function CalendarButton({ value, onChoose }: CalendarButtonProps) {
  const { t } = useTranslation('shared')
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-end">
      <Popover.Target>
        <ActionIcon variant="subtle" aria-label={t('date.open')} onClick={() => setOpen(!open)}>
          <IconCalendar size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <MonthGrid
          value={value}
          onChoose={(day) => {
            setOpen(false)
            onChoose(day)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
