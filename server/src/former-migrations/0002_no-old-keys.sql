ALTER TABLE "plant" DROP CONSTRAINT "plant_idempotencyKey_unique";--> statement-breakpoint
DROP INDEX "bluetooth_report_key";--> statement-breakpoint
DROP INDEX "walk_key";--> statement-breakpoint
DROP INDEX "inspector_link_key";--> statement-breakpoint
DROP INDEX "pro_code_order";--> statement-breakpoint
DROP INDEX "round_key";--> statement-breakpoint
DROP INDEX "webhook_key";--> statement-breakpoint
ALTER TABLE "plant" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "bluetooth_report" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "walk" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "inspector_link" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "pro_code" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "round" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "webhook" DROP COLUMN "idempotency_key";