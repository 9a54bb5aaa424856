import { ActionIcon, Select } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { maxEscalationPeople } from '@vigilux/contract/features/notices/escalation.ts'
import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import * as styles from './notices.module.css'

type EscalationPeopleProps = {
  /** Ids, in order. */
  people: string[]
  /** Possible people: members, and former members who are still listed. */
  known: readonly { userid: string; name: string; isMember: boolean }[]
  nameOf: (id: string) => string
  onChange: (people: string[]) => void
}

/** An ordered list of people with buttons to reorder, for keyboard and phone alike. */
export function EscalationPeople({ people, known, nameOf, onChange }: EscalationPeopleProps) {
  const { t } = useTranslation('notices')
  const swap = (at: number, otherAt: number) =>
    people.map((id, place) => (place === at ? people[otherAt] : place === otherAt ? people[at] : id) ?? id)
  const remainingMembers = new Map(
    known.filter(({ userid, isMember }) => isMember && !people.includes(userid)).map((one) => [one.userid, one]),
  )
  const isFormerMember = (id: string) => known.every(({ userid, isMember }) => userid !== id || !isMember)
  return (
    <fieldset className={styles.noticeTimes}>
      <legend>{t('escalation.people')}</legend>
      {people.length === 0 ? null : (
        <ol className={styles.escalationPeople}>
          {people.map((id, at) => {
            const name = nameOf(id)
            const button = (action: 'earlier' | 'later' | 'remove') => ({
              variant: 'subtle',
              color: 'gray',
              size: 'lg',
              'aria-label': t(`escalation.${action}`, { name }),
            })
            return (
              <li key={id}>
                <span className={styles.escalationPerson}>
                  <span>
                    {name} {isFormerMember(id) ? <StatusInline state="warning" cause={t('escalation.former')} /> : null}
                  </span>
                  <ActionIcon {...button('earlier')} disabled={at === 0} onClick={() => onChange(swap(at, at - 1))}>
                    <IconArrowUp size={18} />
                  </ActionIcon>
                  <ActionIcon
                    {...button('later')}
                    disabled={at === people.length - 1}
                    onClick={() => onChange(swap(at, at + 1))}
                  >
                    <IconArrowDown size={18} />
                  </ActionIcon>
                  <ActionIcon {...button('remove')} onClick={() => onChange(people.filter((one) => one !== id))}>
                    <IconX size={18} />
                  </ActionIcon>
                </span>
              </li>
            )
          })}
        </ol>
      )}
      <Select
        key={people.join()}
        label={t('escalation.add')}
        searchable
        disabled={remainingMembers.size === 0 || people.length >= maxEscalationPeople}
        data={[...remainingMembers.values()].map(({ userid, name }) => ({ value: userid, label: name }))}
        value={null}
        onChange={(value) => (value ? onChange([...people, value]) : undefined)}
      />
    </fieldset>
  )
}
