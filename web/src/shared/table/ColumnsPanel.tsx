import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as styles from './filter-panel.module.css'
import { RowCheck } from './RowCheck.tsx'

type Named = { id: string; header: string }

type PanelProps = {
  able: readonly Named[]
  shown: readonly string[]
  /** Undefined restores the table's default columns. */
  choose: (ids: readonly string[] | undefined) => void
  isOwn: boolean
  compact: boolean
  setCompact: (compact: boolean) => void
}

function moveColumn(ids: readonly string[], at: number, offset: number): string[] {
  const next = [...ids]
  const [id] = next.splice(at, 1)
  if (id) next.splice(at + offset, 0, id)
  return next
}

/** Chooses a table's columns, their order and the row height; the first column is fixed. */
export function ColumnsPanel({ able, shown, choose, isOwn, compact, setCompact }: PanelProps) {
  const { t } = useTranslation('shared')
  const columnOf = (id: string) => able.find((column) => column.id === id)
  const hiddenColumns = able.filter(({ id }) => !shown.includes(id))
  return (
    <div className={styles.columnsPanel}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('table.rowHeight')}
        value={compact ? 'compact' : 'default'}
        onChange={(value) => setCompact(value === 'compact')}
        data={[
          { value: 'compact', label: t('table.compactRows') },
          { value: 'default', label: t('table.defaultRows') },
        ]}
      />
      <ul aria-label={t('table.columns')}>
        {shown.map((id, at) => (
          <li key={id}>
            <ColumnCheck
              column={columnOf(id)}
              checked
              fixed={at === 0}
              onChange={() => choose(shown.filter((other) => other !== id))}
            />
            {at > 0 ? (
              <>
                <Step
                  up
                  off={at === 1}
                  label={t('table.columnEarlier', { column: columnOf(id)?.header ?? id })}
                  onClick={() => choose(moveColumn(shown, at, -1))}
                />
                <Step
                  off={at === shown.length - 1}
                  label={t('table.columnLater', { column: columnOf(id)?.header ?? id })}
                  onClick={() => choose(moveColumn(shown, at, 1))}
                />
              </>
            ) : null}
          </li>
        ))}
        {hiddenColumns.map((column) => (
          <li key={column.id}>
            <ColumnCheck column={column} checked={false} onChange={() => choose([...shown, column.id])} />
          </li>
        ))}
      </ul>
      {isOwn ? (
        <Button size="xs" variant="default" onClick={() => choose(undefined)}>
          {t('table.standardColumns')}
        </Button>
      ) : null}
    </div>
  )
}

type CheckProps = { column: Named | undefined; checked: boolean; fixed?: boolean; onChange: () => void }

function ColumnCheck({ column, checked, fixed = false, onChange }: CheckProps) {
  if (!column) return null
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the check is in it
    <label>
      <RowCheck label={column.header} checked={checked} disabled={fixed} onChange={onChange} />
      <span>{column.header}</span>
    </label>
  )
}

type StepProps = { up?: boolean; off: boolean; label: string; onClick: () => void }

function Step({ up = false, off, label, onClick }: StepProps) {
  return (
    <ActionIcon variant="subtle" size={28} aria-label={label} disabled={off} onClick={onClick}>
      {up ? <IconArrowUp size={15} /> : <IconArrowDown size={15} />}
    </ActionIcon>
  )
}
