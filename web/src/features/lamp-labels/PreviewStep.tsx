import { Button } from '@mantine/core'
import type { ImportPreview } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { lampTextLengths } from '@vigilux/contract/features/lamp-labels/lamp-text-limits.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { RowFault, SheetRows } from './import-rows.ts'
import { TextsChanged, textsOf } from './TextsChanged.tsx'
import type { useSaveTexts } from './use-save-texts.ts'

type Kind = 'changed' | 'unchanged' | 'faulty'
type Line = { line: number; kind: Kind; lamp: string; now: string; next: string; reason?: RowFault }

/** All lines of the file with their outcome, in file order. */
export function linesOf({ changed, unchanged, faulty }: ImportPreview, sheet: SheetRows): Line[] {
  const emptyExample = { lamp: '', now: '', next: '' }
  const lines: Line[] = [
    ...changed.map(({ line, topic, addr, before, after }) => ({
      line,
      kind: 'changed' as const,
      lamp: `${serialOf(topic)} ${lampNumber(addr)}`,
      now: textsOf(before),
      next: textsOf(after),
    })),
    ...[...unchanged, ...sheet.without].map((line) => ({ line, kind: 'unchanged' as const, ...emptyExample })),
    ...[...faulty, ...sheet.faulty].map(({ line, reason: fault }) => ({
      line,
      kind: 'faulty' as const,
      reason: fault,
      ...emptyExample,
    })),
  ]
  return lines.sort((a, b) => a.line - b.line)
}

type PreviewProps = {
  preview: ImportPreview
  sheet: SheetRows
  saving: ReturnType<typeof useSaveTexts>
  onBack: () => void
}

/** Preview of the file's changes, row by row, before anything is written. */
export function PreviewStep({ preview, sheet, saving, onBack }: PreviewProps) {
  const { t } = useTranslation('lamp-labels')
  const lines = useMemo(() => linesOf(preview, sheet), [preview, sheet])
  const count = preview.changed.length
  const faultyCount = preview.faulty.length + sheet.faulty.length
  const describeReason = ({ kind, reason: fault }: Line): string =>
    fault ? t(`fault.${fault}`, { max: maxOf(fault) }) : t(`kind.${kind}`)
  const saveTexts = () =>
    saving.save(
      preview.changed.map(({ topic, addr, before, after }) => ({ topic, addr, ...after, version: before.version })),
    )
  return (
    <div className={layoutStyles.dialogForm}>
      <DataTable
        name="lamp-import"
        param="import"
        label={t('table.label')}
        rows={lines}
        rowKey={({ line, lamp }) => `${line} ${lamp}`}
        chips={(['changed', 'unchanged', 'faulty'] as const).map((kind) => ({
          id: kind,
          label: t(`kind.${kind}`),
          fits: (line: Line) => line.kind === kind,
        }))}
        searchText={(line) => [line.line, line.lamp, line.now, line.next, describeReason(line)].join(' ')}
        columns={[
          { id: 'line', header: t('table.line'), cell: ({ line }) => line, value: ({ line }) => line },
          { id: 'lamp', header: t('word.lamp'), cell: ({ lamp }) => lamp, value: ({ lamp }) => lamp },
          { id: 'now', header: t('table.now'), cell: ({ now }) => now, value: ({ now }) => now, cut: true },
          {
            id: 'next',
            header: t('table.next'),
            cell: ({ next }) => <b>{next}</b>,
            value: ({ next }) => next,
            cut: true,
          },
          {
            id: 'what',
            header: t('table.what'),
            cell: (line) =>
              line.reason ? <StatusInline state="error" cause={describeReason(line)} /> : describeReason(line),
            value: describeReason,
          },
        ]}
        listLine={(line) => ({
          title: line.lamp || t('table.lineN', { number: line.line }),
          state: describeReason(line),
          detail: line.next,
        })}
        empty={<p>{t('nothing')}</p>}
      />
      {faultyCount > 0 ? <p role="status">{t('leftOut', { count: faultyCount })}</p> : null}
      {saving.conflict ? (
        <TextsChanged conflict={saving.conflict} onTheirs={saving.takeTheirs} onMine={saving.keepMine} />
      ) : null}
      <FormFailure error={saving.error} />
      <FormFoot end>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <ReasonButton
          blockedReason={count === 0 ? t('nothing') : undefined}
          loading={saving.busy}
          onClick={() => void saveTexts()}
        >
          {t('write', { count })}
        </ReasonButton>
      </FormFoot>
    </div>
  )
}

const maxOf = (fault: RowFault): number =>
  fault === 'locationTooLong' ? lampTextLengths.location : lampTextLengths.description
