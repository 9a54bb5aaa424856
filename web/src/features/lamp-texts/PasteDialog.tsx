import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { ImportWritten } from './ImportWritten.tsx'
import type { PasteResult } from './paste.ts'
import { TextsChanged, textsOf } from './TextsChanged.tsx'
import { TextsTable } from './TextsTable.tsx'
import { useSaveTexts } from './use-save-texts.ts'

/** Maximum number of named texts that did not fit. */
const maxNamed = 5

/** What a pasted block writes to which lamps, and what does not fit. */
export function PasteDialog({ pasted, onClose }: { pasted: PasteResult; onClose: () => void }) {
  const { t } = useTranslation('lamp-texts')
  const { t: tShared } = useTranslation('shared')
  // The rows as they were at the time of the paste.
  const [{ rows, left }] = useState(pasted)
  const saving = useSaveTexts('typed')
  const others = rows.filter(
    ({ before, after }) => before.description !== after.description || before.location !== after.location,
  )
  const { revision, kept } = saving
  const isDone = revision !== undefined || kept === true
  const write = () =>
    saving.save(others.map(({ lamp, after }) => ({ topic: lamp.cu, addr: lamp.id, ...after, version: lamp.version })))
  return (
    <FormDialog size="lg" unsaved={false} onClose={onClose} title={t('paste.title', { count: rows.length })}>
      {(close) => (
        <div className="vx-dialog-form">
          {left.length > 0 ? (
            <Alert color="yellow" role="status">
              {t('paste.left', { count: left.length, texts: left.slice(0, maxNamed).join('; ') })}
            </Alert>
          ) : null}
          {isDone ? <ImportWritten revision={revision} /> : <TextsTable rows={tableOf(rows)} />}
          {saving.conflict ? (
            <TextsChanged conflict={saving.conflict} onTheirs={saving.takeTheirs} onMine={saving.keepMine} />
          ) : null}
          <FormFailure error={saving.error} />
          <FormFoot end>
            <Button variant="default" onClick={close}>
              {isDone ? tShared('close') : tShared('cancel')}
            </Button>
            {isDone ? null : (
              <ReasonButton
                because={others.length === 0 ? t('rename.nothing') : undefined}
                loading={saving.busy}
                onClick={() => void write()}
              >
                {t('write', { count: others.length })}
              </ReasonButton>
            )}
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}

const tableOf = (rows: PasteResult['rows']) =>
  rows.map(({ lamp, before, after }) => ({ lamp, before: textsOf(before), after: textsOf(after) }))
