import { Anchor } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../shared/api/api-failure.ts'
import { FormFailure } from '../shared/form/FormParts.tsx'
import { refreshSession } from '../shared/session/session.ts'
import { callAuth } from '../shared/session/session-api.ts'
import * as styles from './demo.module.css'
import { useDemoPeople } from './demo-api.ts'
import { PersonCard } from './PersonCard.tsx'
import { SpeedControl } from './SpeedControl.tsx'

const storageKey = 'vigilux.demoPerson'

/** Whose card was pressed last in this browser. */
function findLastPerson(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null // storage is blocked: no card is marked
  }
}

function saveLastPerson(email: string): void {
  try {
    localStorage.setItem(storageKey, email)
  } catch {
    // storage is blocked: no card will be marked
  }
}

/** The sign-in page of the demo: a card per role, the speed, and beside them the form for an account of one's own. */
export function DemoSignIn({ children }: { children: ReactNode }) {
  const { t } = useTranslation('demo')
  const { data: demoPeople, error } = useDemoPeople()
  // Drawn piece by piece, to answer a finger meanwhile.
  const data = useDeferredValue(demoPeople)
  const { busy, failure, signIn } = useSignInAs(data ? data.password : '')
  // Drawn only when complete: the form must not move under a finger.
  if (!data) return error ? children : null
  const last = findLastPerson()
  return (
    <div className={styles.demo}>
      <div className={styles.demoPeople}>
        <h1>{t('title')}</h1>
        <p>{t('text')}</p>
        <FormFailure error={failure ?? error} />
        <ul aria-label={t('people')}>
          {data.people.map((person) => (
            <li key={person.email}>
              <PersonCard
                person={person}
                isLast={person.email === last}
                busy={busy}
                onChoose={() => void signIn(person.email)}
              />
            </li>
          ))}
        </ul>
        <p className={styles.demoNote}>
          <IconFlask size={16} aria-hidden />
          {t('inside')}
        </p>
      </div>
      <div className={styles.demoOwn}>
        {children}
        <section className="vx-card">
          <SpeedControl />
        </section>
        <Anchor href="/dev/mail" target="_blank" size="sm">
          {t('mails')}
        </Anchor>
      </div>
    </div>
  )
}

/** The ordinary sign-in, with the shared password of the demo's people. */
function useSignInAs(password: string) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const signIn = async (email: string) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await callAuth('sign-in', { email, password })
      saveLastPerson(email)
      await refreshSession(queries)
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, signIn }
}
