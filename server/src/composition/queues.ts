import type { QueueSettings } from '../adapters/jobs/open-jobs.ts'
import type { ProductJobs } from '../ports/ports.ts'

/** Every queue of the product, and how its jobs are tried again. */
export const productQueues: { [Name in keyof ProductJobs]: QueueSettings } = {
  // A mail is tried for a week, by a rule of its own; a server that took long to come back is not waited for as long again.
  // What a node was sending when it was killed is sent by another, or by itself once it is back, within two minutes.
  'mail.send': { retryLimit: 10_000, longestRetryDelaySeconds: 900, expireSeconds: 1_800, heartbeatSeconds: 30 },
  // So is a push, for a day.
  'push.send': { retryLimit: 1_000, longestRetryDelaySeconds: 900, expireSeconds: 600, heartbeatSeconds: 30 },
  'report.make': { retryLimit: 2, retryDelaySeconds: 2 },
  'attachment.preview': { retryLimit: 3, retryDelaySeconds: 5 },
  'floorPlan.draw': { retryLimit: 5, retryDelaySeconds: 5 },
  'units.askReports': {},
  'history.keep': { retryLimit: 5, retryDelaySeconds: 60, expireSeconds: 7_200 },
  'person.erase': { retryLimit: 50, retryDelaySeconds: 60, expireSeconds: 7_200 },
  'files.sweep': { retryLimit: 3, retryDelaySeconds: 600, expireSeconds: 7_200 },
}

export const isQueue = (name: string): name is keyof ProductJobs => name in productQueues
