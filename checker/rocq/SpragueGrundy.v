(** * The theorem of Sprague and Grundy, for take-and-break games

    Which player wins a position of several heaps under normal play, by the Grundy values of the heaps. *)
From Coq Require Import List NArith Lia Wf_nat.
From Grundwork Require Import Octal Games.
Import ListNotations.

(** A move in a position, which is a list of heaps. *)
Inductive move (c : code) : list nat -> list nat -> Prop :=
  | move_heap l n r h : leaves c n h -> move c (l ++ n :: r) (l ++ h ++ r).

(** The player to move loses. A player who cannot move loses. *)
Definition P_position (c : code) : list nat -> Prop := Ppos (list nat) (fun _ => False) (move c).

Lemma less_by_half a b : (a < b <-> N.div2 a < N.div2 b \/ N.div2 a = N.div2 b /\ N.odd a = false /\ N.odd b = true)%N.
Proof. rewrite (N.div2_odd a), (N.div2_odd b) at 1. destruct (N.odd a), (N.odd b); simpl N.b2n; lia. Qed.

Lemma less_lxor v a b : (v < N.lxor a b -> N.lxor v b < a \/ N.lxor v a < b)%N.
Proof.
  assert (forall x y, N.div2 (N.lxor x y) = N.lxor (N.div2 x) (N.div2 y)) as D
    by (intros; rewrite !N.div2_spec; apply N.shiftr_lxor).
  assert (forall x y, N.odd (N.lxor x y) = xorb (N.odd x) (N.odd y)) as O
    by (intros; rewrite <- !N.bit0_odd; apply N.lxor_spec).
  revert v b. induction a as [a IH] using (well_founded_induction N.lt_wf_0). intros v b V.
  destruct (N.eq_dec a 0) as [-> | A]; [right; now rewrite N.lxor_0_r |].
  assert (N.div2 a < a)%N as S by (rewrite N.div2_div; apply N.div_lt; lia).
  revert V. rewrite (less_by_half v), (less_by_half (N.lxor v b)), (less_by_half (N.lxor v a)), !D, !O.
  intros [[H | H]%(IH _ S) | (-> & V & H)]; [auto | auto |].
  rewrite V, !N.lxor_assoc, (N.lxor_comm (N.div2 b) (N.div2 a)), <- (N.lxor_assoc (N.div2 a) (N.div2 a)).
  rewrite !N.lxor_nilpotent, N.lxor_0_r, N.lxor_0_l.
  destruct (N.odd a), (N.odd b); simpl in *; auto; discriminate.
Qed.

Lemma lxor_cancel a b c : N.lxor a b = N.lxor a c -> b = c.
Proof. intros E. apply (f_equal (N.lxor a)) in E. now rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in E. Qed.

Lemma move_changes c G X Y : is_grundy c G -> move c X Y -> nim_sum G X <> nim_sum G Y.
Proof.
  intros GG [l n r h A] E. apply (GG n). exists h. split; [trivial |].
  rewrite !nim_sum_app in E. simpl in E. apply lxor_cancel in E.
  rewrite !(N.lxor_comm _ (nim_sum G r)) in E. now apply lxor_cancel in E.
Qed.

Lemma move_reaches c G X v : is_grundy c G -> (v < nim_sum G X)%N -> exists Y, move c X Y /\ nim_sum G Y = v.
Proof.
  intros GG. revert v. induction X as [| n X IH]; simpl; intros v V; [now apply N.nlt_0_r in V |].
  apply less_lxor in V as [(h & A & E)%GG | (Y & [l m r h A] & E)%IH].
  - exists (h ++ X). split; [now apply (move_heap c []) |].
    now rewrite nim_sum_app, E, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
  - exists ((n :: l) ++ h ++ r). split; [now apply (move_heap c (n :: l)) |].
    simpl. now rewrite E, (N.lxor_comm v), <- N.lxor_assoc, N.lxor_nilpotent.
Qed.

(** What decreases in every move. *)
Definition weight (h : list nat) : nat := list_sum (map (fun n => 2 * n - 1) h).

Lemma weight_app l r : weight (l ++ r) = weight l + weight r.
Proof. unfold weight. now rewrite map_app, list_sum_app. Qed.

Lemma weight_leaves c n h : legal c -> leaves c n h -> weight h < 2 * n - 1.
Proof.
  intros [L0 L1] (i & E & A & P).
  assert (weight h + length h = 2 * list_sum h) as W by (clear - P; unfold weight; induction P; simpl in *; lia).
  generalize dependent (weight h). intros w W.
  destruct i, h as [| a [| b h]]; simpl in *; try contradiction; lia.
Qed.

Theorem sprague_grundy c G X : legal c -> is_grundy c G -> (P_position c X <-> nim_sum G X = 0%N).
Proof.
  intros L GG. apply kernel with (K := fun X => nim_sum G X = 0%N) (legal := fun _ => True) (level := fun _ => 0) (measure := weight); trivial; try tauto.
  - intros Y. destruct (N.eq_dec (nim_sum G Y) 0); auto.
  - intros Y Z _ _ [l n r h A%weight_leaves]; [| trivial]. rewrite !weight_app. unfold weight in *. simpl in *. lia.
  - intros Y Z _ E M E'. apply (move_changes c G Y Z GG M). congruence.
  - intros Y _ _ E. apply (move_reaches c G Y 0 GG). lia.
Qed.
