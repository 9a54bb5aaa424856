CREATE TABLE "outward_bridge" (
	"plant_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"host" text NOT NULL,
	"version" text NOT NULL,
	"connections" jsonb NOT NULL,
	"units" jsonb NOT NULL,
	"off" text[] NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outward_bridge_plant_id_token_id_pk" PRIMARY KEY("plant_id","token_id")
);
--> statement-breakpoint
ALTER TABLE "outward_bridge" ADD CONSTRAINT "outward_bridge_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outward_bridge" ADD CONSTRAINT "outward_bridge_token_id_access_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."access_token"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outward_bridge_token" ON "outward_bridge" USING btree ("token_id");--> statement-breakpoint
ALTER TABLE "outward_bridge" ADD CONSTRAINT "outward_bridge_off_known" CHECK ("off" <@ ARRAY['bacnet', 'modbus', 'mqtt']::text[]);
