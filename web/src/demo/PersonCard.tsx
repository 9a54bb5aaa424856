import { Avatar, UnstyledButton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { DemoPerson } from '@vigilux/contract/demo.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shared/format/format.ts'
import * as styles from './demo.module.css'

/** The role of a person, and its view in one line. */
function useRoleLabels() {
  const { t } = useTranslation(['demo', 'members', 'shell'])
  return ({ role, suspended, usertype, scope }: DemoPerson): [name: string, sees: string] => {
    if (suspended) return [t('suspended'), t('suspendedText')]
    if (role) return [t(`members:role.${role}`), t(`members:roleText.${role}`)]
    if (usertype !== 'admin') return [t(`shell:usertype.${usertype}`), t('basicText')]
    return scope === 'nto' ? [t('shell:menu.national'), t('ntoText')] : [t('shell:menu.businessArea'), t('baText')]
  }
}

type CardProps = { person: DemoPerson; isLast: boolean; busy: boolean; onChoose: () => void }

/** Signs in as one of the demo's people, with one press. */
export function PersonCard({ person, isLast, busy, onChoose }: CardProps) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const [role, roleDescription] = useRoleLabels()(person)
  const plants = person.plants > 0 && t('totals.plants', { count: person.plants, number: number(person.plants) })
  return (
    <UnstyledButton
      className={`vx-card ${styles.demoCard}`}
      data-last={isLast || undefined}
      autoFocus={isLast}
      disabled={busy}
      onClick={onChoose}
    >
      <Avatar size={38} name={person.name} color="brand" aria-hidden />
      <span>
        <b>{role}</b>
        <span>{[person.name, plants].filter(Boolean).join(' · ')}</span>
        <small>{roleDescription}</small>
      </span>
      <IconArrowRight size={18} aria-hidden />
    </UnstyledButton>
  )
}
