import { Button, Select } from '@mantine/core'
import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusTag } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './attention.module.css'
import { useCauseTexts } from './cause-texts.ts'
import { Snooze } from './Snooze.tsx'
import { useAssign } from './use-assign.ts'

type Steps = { onClose: () => void; onPrevious: (() => void) | undefined; onNext: (() => void) | undefined }

/** An open cause: its next step, its assignee, and snoozing it. */
export function CausePanel({ cause, ...steps }: { cause: OpenCause } & Steps) {
  const { t } = useTranslation('attention')
  const texts = useCauseTexts()
  const { title, details, to, action } = texts(cause)
  const { plant_id: plantId, plantname, city } = cause
  return (
    <SidePanel
      title={title}
      subtitle={[plantname, city].filter(Boolean).join(' · ')}
      {...steps}
      footer={
        <>
          <AppLink to={pathTo('plantOverview', { plantId })}>{t('word.openThePlant')}</AppLink>
          <AppLink to={pathTo('logbook', { plantId })}>{t('word.logbook')}</AppLink>
        </>
      }
    >
      <div className={styles.attentionDetail}>
        <p>
          <StatusTag state={cause.condition} /> {details.join(' · ')}
        </p>
        <Button component={AppLink} to={to}>
          {action}
        </Button>
      </div>
      <AnswerBoundary>
        <Assignee cause={cause} />
      </AnswerBoundary>
      <Snooze key={cause.snoozed?.backAt ?? ''} cause={cause} />
    </SidePanel>
  )
}

function Assignee({ cause }: { cause: OpenCause }) {
  const { t } = useTranslation('attention')
  const { assignee, mayAssign } = cause
  const { people, assign, assignTo } = useAssign(cause)
  const chosen = assign.isPending ? assign.variables.assignee : (assignee?.userid ?? null)
  return (
    <section className={styles.attentionDetail}>
      <Select
        label={t('column.assignee')}
        description={mayAssign ? undefined : t('panel.mayNotAssign')}
        disabled={!mayAssign}
        searchable
        allowDeselect={false}
        value={chosen ?? ''}
        data={[{ value: '', label: t('nobody') }, ...people]}
        onChange={(value) => assignTo(value || null)}
      />
      <FormFailure error={assign.error} />
    </section>
  )
}
