import { Textarea } from '@mantine/core'
import {
  checklistItems,
  type Handover,
  handoverDraft,
  handoverLimits,
} from '@vigilux/contract/features/handover/handover.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { changesIn } from '../../shared/form/changes.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { UnsavedCount } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ChecklistFields } from './ChecklistFields.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { type DraftForm, toDraftForm, toHandoverDraft } from './draft-form.ts'
import * as styles from './handover.module.css'
import { InstalledCard } from './InstalledCard.tsx'
import { LightFields } from './LightFields.tsx'
import { Signatures } from './Signatures.tsx'
import { VerdictCard } from './VerdictCard.tsx'

/** Labels of the fields in a comparison of two versions. */
function useLabels() {
  const { t } = useTranslation('handover')
  const items = checklistItems.flatMap((item) => [
    [`answers.${item}`, t(`item.${item}`)],
    [`notes.${item}`, `${t(`item.${item}`)}: ${t('reason')}`],
  ])
  return Object.fromEntries([...items, ['measurements', t('light.title')], ['remarks', t('remarks')]])
}

/** One verification: installed and tested devices, the form, and the signatures. */
export function HandoverSheet({ handover }: { handover: Handover }) {
  const { t } = useTranslation('handover')
  const language = useLanguage()
  const { plantId } = useCurrentPlant()
  const notAllowed = useWhyNotAllowed()
  const update = useActionMutation('saveHandover', { refresh: ['getHandover'] })
  const { id: handoverId } = handover
  const isOpen = handover.state === 'open'
  const { form, submit, saving, trouble } = useRecordForm<DraftForm>({
    schema: handoverDraft,
    stored: toDraftForm(handover, language),
    labels: useLabels() as never,
    save: async ({ version, ...fields }) => {
      const draft = toHandoverDraft(fields)
      const saved = await update.mutateAsync({ plantId, handoverId, version, draft })
      return { ...fields, version: saved.version }
    },
    toValues: ({ version, ...draft }: Handover['draft'] & { version: number }) =>
      toDraftForm({ draft, version }, language),
    toInput: toHandoverDraft,
    say: (path, value) => (path.startsWith('answers.') ? t(`answer.${value}` as 'answer.yes') : value),
    prefix: 'draft.',
    onSaved: () => toastDone(t('saved')),
  })
  const readOnly = !isOpen || notAllowed !== undefined
  const parts = { form, readOnly }
  return (
    <div className={styles.handover}>
      <VerdictCard handover={handover} />
      <InstalledCard handover={handover} />
      <form className={styles.handoverForm} onSubmit={submit} noValidate>
        <UnsavedGuard form={form} draft={`handover.${handoverId}`} />
        {handover.kind === 'repeat' ? null : (
          <Card title={t('checklist')}>
            <ChecklistFields {...parts} />
          </Card>
        )}
        <Card title={t('light.title')}>
          <LightFields {...parts} />
        </Card>
        <Card title={t('remarks')}>
          <Textarea
            aria-label={t('remarks')}
            rows={3}
            readOnly={readOnly}
            maxLength={handoverLimits.remarks}
            {...form.getInputProps('remarks')}
          />
        </Card>
        {trouble}
        {isOpen ? (
          <FormFoot>
            <ReasonButton type="submit" blockedReason={notAllowed} loading={saving} onClick={() => undefined}>
              {t('word.save')}
            </ReasonButton>
            <UnsavedCount count={changesIn(form)} />
            <DiscardButton handoverId={handoverId} blockedReason={notAllowed} onDiscarded={() => form.resetDirty()} />
          </FormFoot>
        ) : null}
      </form>
      <Signatures handover={handover} unsaved={form.isDirty()} />
    </div>
  )
}
