CREATE TABLE "compliance_profile" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"profile" text NOT NULL,
	"edition" text NOT NULL,
	"always_open" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inspector_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by_name" text,
	"visits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "inspector_link_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "inspector_visit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "compliance_profile" ADD CONSTRAINT "compliance_profile_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspector_link" ADD CONSTRAINT "inspector_link_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspector_visit" ADD CONSTRAINT "inspector_visit_link_id_inspector_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."inspector_link"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inspector_link_key" ON "inspector_link" USING btree ("plant_id","made_by","idempotency_key");--> statement-breakpoint
CREATE INDEX "inspector_link_plant" ON "inspector_link" USING btree ("plant_id","made_at");--> statement-breakpoint
CREATE INDEX "inspector_link_expires" ON "inspector_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "inspector_visit_link" ON "inspector_visit" USING btree ("link_id","at");