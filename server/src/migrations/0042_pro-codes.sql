CREATE TABLE "pro_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"last4" text NOT NULL,
	"months" integer NOT NULL,
	"reference" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"idempotency_key" uuid,
	"number" integer NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" uuid,
	"used_by_name" text,
	"plant_id" uuid,
	"kind" text,
	"expiry" timestamp with time zone,
	"use_key" uuid,
	"revoked_at" timestamp with time zone,
	"revoked_by" uuid,
	"revoked_by_name" text,
	"reason" text,
	CONSTRAINT "pro_code_codeHash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "pro_end_told" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pro_code" ADD CONSTRAINT "pro_code_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pro_code_order" ON "pro_code" USING btree ("made_by","idempotency_key","number");--> statement-breakpoint
CREATE INDEX "pro_code_plant" ON "pro_code" USING btree ("plant_id","used_at");--> statement-breakpoint
CREATE INDEX "pro_code_made" ON "pro_code" USING btree ("made_at","id");--> statement-breakpoint
CREATE INDEX "plant_pro_end" ON "plant" USING btree ("pro_expiry") WHERE ever_pro and pro_end_told is distinct from pro_expiry;