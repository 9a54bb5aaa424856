import { Button, Checkbox, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { type ColumnMap, type ImportField, importFields, recognised } from './head-words.ts'
import { importRowsOf, isComplete, type SheetRows } from './import-rows.ts'
import type { SheetRow } from './sheet/sheet.ts'

type ColumnsProps = { rows: readonly SheetRow[]; onBack: () => void; onCheck: (rows: SheetRows) => void }

const widthOf = (rows: readonly SheetRow[]): number => Math.max(...rows.slice(0, 50).map(({ cells }) => cells.length))

/** What each column is: recognised by its head, or chosen. */
export function ColumnsStep({ rows, onBack, onCheck }: ColumnsProps) {
  const { t } = useTranslation('lamp-texts')
  const { t: tLamps } = useTranslation('lamps')
  const heads = rows[0]?.cells ?? []
  const [columns, setColumns] = useState<ColumnMap>(() => recognised(heads))
  const [hasHead, setHasHead] = useState(() => Object.keys(recognised(heads)).length > 0)
  const width = hasHead ? heads.length : widthOf(rows)
  const labels: Record<ImportField, string> = {
    serial: tLamps('fact.serial'),
    unit: tLamps('fact.unit'),
    number: tLamps('fact.number'),
    description: tLamps('form.description'),
    location: tLamps('form.place'),
  }
  const choices = Array.from({ length: width }, (_, at) => {
    const nth = t('columns.nth', { number: at + 1 })
    const sample = (heads[at] ?? '').slice(0, 40)
    return { value: String(at), label: hasHead && sample ? sample : [nth, sample].filter(Boolean).join(': ') }
  })
  const choose = (field: ImportField, value: string | null) => {
    const { [field]: _, ...others } = columns
    setColumns(value ? { ...others, [field]: Number(value) } : others)
  }
  return (
    <div className="vx-dialog-form">
      <h3>{t('columns.title')}</h3>
      <Checkbox
        label={t('columns.head')}
        checked={hasHead}
        onChange={(event) => setHasHead(event.currentTarget.checked)}
      />
      <div className="vx-import-columns">
        {importFields.map((field) => (
          <Select
            key={field}
            label={labels[field]}
            allowDeselect={false}
            value={String(columns[field] ?? '')}
            onChange={(value) => choose(field, value)}
            data={[{ value: '', label: t('columns.none') }, ...choices]}
          />
        ))}
      </div>
      <FormFoot end>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <ReasonButton
          because={isComplete(columns) ? undefined : t('columns.missing')}
          onClick={() => onCheck(importRowsOf(hasHead ? rows.slice(1) : rows, columns, width))}
        >
          {t('check')}
        </ReasonButton>
      </FormFoot>
    </div>
  )
}
