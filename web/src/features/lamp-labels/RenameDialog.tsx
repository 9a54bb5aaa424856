import { Alert, Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { lampTextLengths } from '@vigilux/contract/features/lamp-labels/lamp-text-limits.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { ImportWritten } from './ImportWritten.tsx'
import * as styles from './lamp-labels.module.css'
import { lacksNumber, renameLamps, type TextField, tooLong } from './rename.ts'
import { TextsChanged } from './TextsChanged.tsx'
import { TextsTable } from './TextsTable.tsx'
import { useSaveTexts } from './use-save-texts.ts'

const fields: readonly TextField[] = ['description', 'location']
const numbers = { start: { min: 0, max: 99_999 }, step: { min: 1, max: 1_000 }, digits: { min: 1, max: 6 } } as const
const numberNames = ['start', 'step', 'digits'] as const

/** Renames lamps by a numbering pattern in the given order, after a comparison of old and new. */
export function RenameDialog({ lamps, onClose }: { lamps: readonly Lamp[]; onClose: () => void }) {
  const { t } = useTranslation('lamp-labels')
  const [chosen] = useState(lamps)
  const [field, setField] = useState<TextField>('description')
  const [pattern, setPattern] = useState('')
  const [numbering, setNumbering] = useState({ start: 1, step: 1, digits: 1 })
  const textSaving = useSaveTexts('pattern')
  const rows = renameLamps(chosen, { field, pattern, numbering })
  const changedRows = rows.filter(({ before, after }) => before !== after)
  const tooLongLamps = tooLong(rows, field)
  const count = chosen.length
  const blockedReason =
    pattern.trim() === ''
      ? t('rename.empty')
      : tooLongLamps
        ? t('rename.tooLong', { number: lampNumber(tooLongLamps.id), max: lampTextLengths[field] })
        : changedRows.length === 0
          ? t('rename.nothing')
          : undefined
  const saveTexts = () =>
    textSaving.save(
      changedRows.map(({ lamp, after }) => ({ topic: lamp.cu, addr: lamp.id, [field]: after, version: lamp.version })),
    )
  const { revision, keptTheirs: hasKeptTheirs } = textSaving
  if (revision ?? hasKeptTheirs)
    return (
      <FormDialog unsaved={false} onClose={onClose} title={t('rename.title', { count })}>
        {(close) => (
          <div className={layoutStyles.dialogForm}>
            <ImportWritten revision={revision} />
            <FormFoot end>
              <Button onClick={close}>{t('close')}</Button>
            </FormFoot>
          </div>
        )}
      </FormDialog>
    )
  return (
    <FormDialog size="lg" unsaved={pattern !== ''} onClose={onClose} title={t('rename.title', { count })}>
      {(cancel) => (
        <div className={layoutStyles.dialogForm}>
          <FieldChoice value={field} onChange={setField} />
          <TextInput
            label={t('rename.pattern')}
            description={t('rename.patternHelp')}
            data-autofocus
            maxLength={lampTextLengths.location}
            value={pattern}
            onChange={(event) => setPattern(event.currentTarget.value)}
          />
          <div className={styles.renameNumbers}>
            {numberNames.map((name) => (
              <NumberInput
                key={name}
                label={t(`rename.${name}`)}
                allowDecimal={false}
                clampBehavior="strict"
                {...numbers[name]}
                value={numbering[name]}
                onChange={(value) => setNumbering({ ...numbering, [name]: Number(value) || numbers[name].min })}
              />
            ))}
          </div>
          {pattern.trim() !== '' && lacksNumber(pattern, count) ? (
            <Alert color="yellow" role="status">
              {t('rename.noNumber', { count })}
            </Alert>
          ) : null}
          {pattern.trim() === '' ? null : <TextsTable rows={rows} />}
          {textSaving.conflict ? (
            <TextsChanged
              conflict={textSaving.conflict}
              onTheirs={textSaving.takeTheirs}
              onMine={textSaving.keepMine}
            />
          ) : null}
          <FormFailure error={textSaving.error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <ReasonButton blockedReason={blockedReason} loading={textSaving.busy} onClick={() => void saveTexts()}>
              {t('write', { count: changedRows.length })}
            </ReasonButton>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}

function FieldChoice({ value, onChange }: { value: TextField; onChange: (field: TextField) => void }) {
  const { t } = useTranslation('lamp-labels')
  const { t: tLamps } = useTranslation('lamps')
  const label = { description: tLamps('word.description'), location: tLamps('word.place') }
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('rename.field')}
      value={value}
      onChange={(chosen) => onChange(chosen as TextField)}
      data={fields.map((one) => ({ value: one, label: label[one] }))}
    />
  )
}
