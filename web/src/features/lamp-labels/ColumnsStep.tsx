import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { type ColumnMap, findHeaderRow, type ImportField, importFields, recognizeColumns } from './column-names.ts'
import { isComplete, type SheetRows, toImportRows } from './import-rows.ts'
import * as styles from './lamp-labels.module.css'
import type { ReadRows, SheetRow, Table } from './sheet/sheet.ts'

type ColumnsProps = { file: ReadRows; onBack: () => void; onCheck: (rows: SheetRows) => void }

const widthOf = (rows: readonly SheetRow[]): number => Math.max(...rows.slice(0, 50).map(({ cells }) => cells.length))

const tablesOf = ({ rows, others }: ReadRows): readonly Table[] => others?.tables ?? [{ name: '', rows }]

/** The first table whose header names lamps and texts; readings of the same bytes are ordered by likelihood. */
function findBestTable(file: ReadRows): number {
  const tables = tablesOf(file)
  const isUsable = ({ rows }: Table) => isComplete(recognizeColumns(rows[findHeaderRow(rows) ?? 0]?.cells ?? []))
  const usableIndex = tables.findIndex(isUsable)
  if (usableIndex >= 0) return usableIndex
  return Math.max(
    0,
    tables.findIndex(({ rows }) => rows === file.rows),
  )
}

/** A sample cell, to judge the encoding. */
const sampleOf = ({ rows }: Table): string =>
  rows
    .flatMap(({ cells }) => cells)
    .find((cell) => /[^\p{ASCII}]/u.test(cell))
    ?.slice(0, 40) ?? ''

/** The meaning of each column, in the chosen sheet or encoding. */
export function ColumnsStep({ file, onBack, onCheck }: ColumnsProps) {
  const { t } = useTranslation('lamp-labels')
  const [chosen, setChosen] = useState(() => findBestTable(file))
  const { others } = file
  const table = tablesOf(file)[chosen]
  const labelOf = (table: Table) =>
    others?.by === 'letters' ? [sampleOf(table), table.name].filter(Boolean).join(' · ') : table.name
  return (
    <div className={layoutStyles.dialogForm}>
      <h3>{t('columns.title')}</h3>
      {others ? (
        <Select
          label={t(`columns.${others.by}`)}
          allowDeselect={false}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
          data={others.tables.map((one, at) => ({ value: String(at), label: labelOf(one) }))}
        />
      ) : null}
      <TableColumns key={chosen} rows={table?.rows ?? []} onBack={onBack} onCheck={onCheck} />
    </div>
  )
}

type TableProps = { rows: readonly SheetRow[]; onBack: () => void; onCheck: (rows: SheetRows) => void }

/** Number of rows offered as header row. */
const selectableHeads = 30

/** The meaning of each column: recognized from its header, or chosen. */
function TableColumns({ rows, onBack, onCheck }: TableProps) {
  const { t } = useTranslation('lamp-labels')
  const { t: tLamps } = useTranslation('lamps')
  const [headRow, setHeadRow] = useState(() => findHeaderRow(rows))
  const hasHead = headRow !== undefined
  const headers = rows[headRow ?? 0]?.cells ?? []
  const [columns, setColumns] = useState<ColumnMap>(() => recognizeColumns(headers))
  const width = hasHead ? headers.length : widthOf(rows)
  const labels: Record<ImportField, string> = {
    serial: tLamps('word.serial'),
    unit: tLamps('word.centralUnit'),
    number: tLamps('fact.number'),
    description: tLamps('word.description'),
    location: tLamps('word.place'),
  }
  const choices = Array.from({ length: width }, (_, at) => {
    const columnName = t('columns.nth', { number: at + 1 })
    const headerSample = (headers[at] ?? '').slice(0, 40)
    return {
      value: String(at),
      label: hasHead && headerSample ? headerSample : [columnName, headerSample].filter(Boolean).join(': '),
    }
  })
  const assignField = (field: ImportField, value: string | null) => {
    const { [field]: _, ...others } = columns
    setColumns(value ? { ...others, [field]: Number(value) } : others)
  }
  const chooseHead = (at: number | undefined) => {
    setHeadRow(at)
    if (at !== undefined) setColumns(recognizeColumns(rows[at]?.cells ?? []))
  }
  return (
    <>
      <Select
        label={t('columns.head')}
        allowDeselect={false}
        value={String(headRow ?? '')}
        onChange={(value) => chooseHead(value ? Number(value) : undefined)}
        data={[
          { value: '', label: t('columns.noHead') },
          ...rows.slice(0, selectableHeads).map(({ line, cells }, at) => ({
            value: String(at),
            label: `${t('table.lineN', { number: line })}: ${cells.filter(Boolean).join(' · ').slice(0, 60)}`,
          })),
        ]}
      />
      <div className={styles.importColumns}>
        {importFields.map((field) => (
          <Select
            key={field}
            label={labels[field]}
            allowDeselect={false}
            value={String(columns[field] ?? '')}
            onChange={(value) => assignField(field, value)}
            data={[{ value: '', label: t('columns.none') }, ...choices]}
          />
        ))}
      </div>
      <FormFoot end>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <ReasonButton
          blockedReason={isComplete(columns) ? undefined : t('columns.missing')}
          onClick={() => onCheck(toImportRows(hasHead ? rows.slice(headRow + 1) : rows, columns, width))}
        >
          {t('check')}
        </ReasonButton>
      </FormFoot>
    </>
  )
}
