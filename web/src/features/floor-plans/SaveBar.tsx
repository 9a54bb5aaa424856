import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import * as styles from './floor-plans.module.css'
import type { PlanDraft } from './use-plan-draft.ts'

/** Unsaved changes, and after a concurrent change the choice of which to keep. */
export function SaveBar({ draft }: { draft: PlanDraft }) {
  const { t } = useTranslation('floor-plans')
  const { changes, isChanged, isSaving, failure, save, discard, keepMine } = draft
  return (
    <section className={styles.planSave}>
      <b role="status">{t('unsaved', { count: changes })}</b>
      {changes > 0 ? <p className="vx-quiet">{t('draftKept')}</p> : null}
      {isChanged ? (
        <div role="alert">
          <p>{t('conflict')}</p>
          <div className={layoutStyles.actions}>
            <Button size="xs" variant="default" onClick={discard}>
              {t('theirs')}
            </Button>
            <Button size="xs" variant="default" onClick={keepMine}>
              {t('mine')}
            </Button>
          </div>
        </div>
      ) : (
        <FormFailure error={failure} />
      )}
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          blockedReason={changes === 0 ? t('nothingToSave') : undefined}
          onClick={discard}
        >
          {t('discard')}
        </ReasonButton>
        <ReasonButton
          blockedReason={changes === 0 ? t('nothingToSave') : isChanged ? t('conflictFirst') : undefined}
          loading={isSaving}
          onClick={() => void save()}
        >
          {t('savePlan')}
        </ReasonButton>
      </div>
    </section>
  )
}
