import { Menu } from '@mantine/core'
import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useAssign } from './use-assign.ts'

/** The assignee of a cause as a menu of the plant's people. */
export function AssignMenu({ cause, label }: { cause: OpenCause; label: string }) {
  const { t } = useTranslation('attention')
  const [isOpen, setOpen] = useState(false)
  return (
    <Menu opened={isOpen} onChange={setOpen} closeOnItemClick={false} position="bottom-start">
      <Menu.Target>
        <button type="button" className="vx-linklike">
          {label || t('assign')}
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('column.assignee')}>
        {isOpen ? (
          <AnswerBoundary>
            <People cause={cause} close={() => setOpen(false)} />
          </AnswerBoundary>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function People({ cause, close }: { cause: OpenCause; close: () => void }) {
  const { t } = useTranslation('attention')
  const { people, assign, assignTo } = useAssign(cause, close)
  const assigned = cause.assignee?.userid ?? ''
  return (
    <>
      {[...people, { value: '', label: t('nobody') }]
        .filter(({ value }) => value !== assigned)
        .map(({ value, label }) => (
          <Menu.Item key={value} disabled={assign.isPending} onClick={() => assignTo(value || null)}>
            {label}
          </Menu.Item>
        ))}
      <FormFailure error={assign.error} />
    </>
  )
}
