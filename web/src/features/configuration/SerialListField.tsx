import { Button, Textarea } from '@mantine/core'
import { parseQrCode } from '@vigilux/contract/features/configuration/qr-code.rules.ts'
import type { SerialLine } from '@vigilux/contract/features/configuration/serial-list.rules.ts'
import { useTranslation } from 'react-i18next'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { QrScanner } from '../../shared/qr/QrScanner.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as styles from './configuration.module.css'
import { withoutFaults } from './draft.ts'

type FieldProps = {
  mode: 'appendSerials' | 'overwriteSerials'
  typed: string
  lines: readonly SerialLine[]
  digits: readonly number[]
  onChange: (text: string) => void
}

type Row = SerialLine & { key: string }

/** Typed, pasted or scanned serials; each faulty one is marked with its line and reason. */
export function SerialListField({ mode, typed, lines, digits, onChange }: FieldProps) {
  const { t } = useTranslation('configuration')
  const faulty = lines.filter(({ fault }) => fault !== null).length
  const rows = lines.map((line, at): Row => ({ ...line, key: String(at) }))
  const addContent = (content: string) => {
    const code = parseQrCode(content)
    if (code.kind !== 'lamp' || !digits.includes(code.serial.length)) return { message: t('qr.none'), isGood: false }
    onChange(typed.trim() === '' ? code.serial : `${typed.trimEnd()}\n${code.serial}`)
    return { message: t('qr.found', { serial: code.serial }), isGood: true }
  }
  const fault = (line: SerialLine) =>
    line.fault === null ? t('list.good') : t(`fault.${line.fault}`, { digits: digits.join(' / ') })
  return (
    <>
      <Textarea
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        autoComplete="off"
        label={t('list.label')}
        description={t(mode === 'appendSerials' ? 'list.help' : 'list.helpPlaced', { digits: digits.join(' / ') })}
        classNames={{ input: styles.serialList }}
        value={typed}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <QrScanner onCode={addContent} />
      {rows.length > 0 ? (
        <>
          <p role="status">
            {t('list.count', { count: rows.length })}
            {faulty > 0 ? <b> · {t('list.faulty', { count: faulty })}</b> : null}
          </p>
          {faulty > 0 ? (
            <div className={layoutStyles.actions}>
              <Button variant="default" size="compact-md" onClick={() => onChange(withoutFaults(lines))}>
                {t('list.dropFaulty', { count: faulty })}
              </Button>
            </div>
          ) : null}
          <DataTable
            name="serial-lines"
            param="line"
            label={t('list.marks')}
            rows={rows}
            rowKey={({ key }) => key}
            searchText={({ text }) => text}
            chips={[
              { id: 'faulty', label: t('list.faultyChip'), state: 'error', fits: (row) => row.fault !== null },
              { id: 'good', label: t('list.goodChip'), state: 'ok', fits: (row) => row.fault === null },
            ]}
            defaultSort={{ column: 'fault', descending: true }}
            columns={[
              {
                id: 'line',
                header: t('list.line'),
                align: 'right',
                cell: ({ line }) => line,
                value: ({ line }) => line,
              },
              { id: 'serial', header: t('word.serial'), cell: ({ text }) => text, value: ({ text }) => text },
              {
                id: 'fault',
                header: t('list.verdict'),
                cell: (row) => <StatusInline state={row.fault === null ? 'ok' : 'error'} cause={fault(row)} />,
                value: (row) => (row.fault === null ? 0 : 1),
                csv: fault,
              },
            ]}
            listLine={(row) => ({
              title: row.text,
              state: <StatusInline state={row.fault === null ? 'ok' : 'error'} cause={fault(row)} />,
              value: String(row.line),
            })}
            empty={null}
          />
        </>
      ) : null}
    </>
  )
}
