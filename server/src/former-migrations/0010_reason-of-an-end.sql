-- The column is named by what it holds.
ALTER TABLE IF EXISTS "inhibition" DROP CONSTRAINT IF EXISTS "inhibition_because_known";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "because" TO "end_reason";--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_end_reason_known" CHECK ("end_reason" IN ('time', 'command', 'restart', 'switch'));
