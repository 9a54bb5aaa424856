import { Radio, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { checklistAnswers, checklistItems, handoverLimits } from '@vigilux/contract/features/handover/handover.ts'
import { useTranslation } from 'react-i18next'
import type { Versioned } from '../../shared/form/record-form.tsx'
import type { DraftForm } from './draft-form.ts'
import * as styles from './handover.module.css'

export type DraftParts = { form: UseFormReturnType<Versioned<DraftForm>>; readOnly: boolean }

/** The checklist's questions. Unanswered ones are marked; any answer other than a plain yes needs a reason. */
export function ChecklistFields({ form, readOnly }: DraftParts) {
  const { t } = useTranslation('handover')
  const { answers } = form.getValues()
  return (
    <ol className={styles.checklist}>
      {checklistItems.map((item) => (
        <li key={item}>
          <Radio.Group
            label={t(`item.${item}`)}
            description={answers[item] === '' ? t('answer.unknown') : undefined}
            readOnly={readOnly}
            {...form.getInputProps(`answers.${item}`)}
          >
            <div className={styles.checklistAnswers}>
              {checklistAnswers.map((option) => (
                <Radio
                  key={option}
                  value={option}
                  label={t(`answer.${option}`)}
                  disabled={readOnly && answers[item] !== option}
                />
              ))}
            </div>
          </Radio.Group>
          {answers[item] === 'no' || answers[item] === 'notApplicable' ? (
            <TextInput
              label={t('reason')}
              required
              readOnly={readOnly}
              maxLength={handoverLimits.note}
              {...form.getInputProps(`notes.${item}`)}
            />
          ) : null}
        </li>
      ))}
    </ol>
  )
}
