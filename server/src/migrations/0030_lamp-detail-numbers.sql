ALTER TABLE "lamp" ADD COLUMN "detail_boot" bigint DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lamp" ADD COLUMN "detail_seq" bigint DEFAULT -1 NOT NULL;