(* Formulas about a vector of natural numbers, and what becomes of them when its first letter is read. *)
From Coq Require Import List NArith ZArith Lia Bool FMapPositive.
From Grundwork Require Import Words.
Import ListNotations.
Local Open Scope Z_scope.

Fixpoint dot (a : list Z) (v : list N) : Z :=
  match a, v with c :: a', x :: v' => c * Z.of_N x + dot a' v' | _, _ => 0 end.

Inductive connective := AND | OR.

Inductive form :=
| Const (c : bool)
| AtMost (a : list Z) (c : Z)                      (* a1 x1 + a2 x2 + ... <= c *)
| Equal (a : list Z) (c : Z)                       (* a1 x1 + a2 x2 + ... = c *)
| Accept (A : nat) (q : N) (xs : list nat)         (* automaton number A accepts, from q, the numbers xs *)
| Not (f : form)
| Bin (o : connective) (f g : form).

Fixpoint same_list {A} (same : A -> A -> bool) (l m : list A) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => if same x y then same_list same l m else false
  | _, _ => false
  end.

Lemma same_list_ok {A} (e : A -> A -> bool) l m :
  (forall x y, e x y = true -> x = y) -> same_list e l m = true -> l = m.
Proof.
  intros E. revert m. induction l as [|x l IH]; intros [|y m]; cbn; intros H; try discriminate; [auto|].
  destruct (e x y) eqn:D; [|discriminate]. f_equal; auto.
Qed.

Fixpoint same (f g : form) : bool :=
  match f, g with
  | Const c, Const d => eqb c d
  | AtMost a c, AtMost a' c' | Equal a c, Equal a' c' => if c =? c' then same_list Z.eqb a a' else false
  | Accept A q xs, Accept A' q' xs' =>
      if (q =? q')%N then if (A =? A')%nat then same_list Nat.eqb xs xs' else false else false
  | Not f, Not g => same f g
  | Bin AND f h, Bin AND f' h' | Bin OR f h, Bin OR f' h' =>
      if same f f' then same h h' else false
  | _, _ => false
  end.

Lemma same_ok f g : same f g = true -> f = g.
Proof.
  revert g. induction f as [c|a c|a c|A q xs|f IH|o f IHf h IHh]; intros [d|a' c'|a' c'|A' q' xs'|g|o' g i]; cbn;
    try (destruct o; discriminate); try discriminate; intros H.
  - apply eqb_prop in H. congruence.
  - destruct (Z.eqb_spec c c'); [|discriminate]. apply same_list_ok in H; [congruence|apply Z.eqb_eq].
  - destruct (Z.eqb_spec c c'); [|discriminate]. apply same_list_ok in H; [congruence|apply Z.eqb_eq].
  - destruct (N.eqb_spec q q'), (Nat.eqb_spec A A'); try discriminate.
    apply same_list_ok in H; [congruence|apply Nat.eqb_eq].
  - f_equal. auto.
  - destruct (same f g) eqn:E; [|destruct o, o'; discriminate].
    apply IHf in E. destruct o, o'; try discriminate; apply IHh in H; congruence.
Qed.

Definition pick (xs : list nat) (v : list N) : list N := map (fun i => nth i v 0%N) xs.

Definition join (o : connective) (p q : Prop) : Prop :=
  match o with AND => p /\ q | OR => p \/ q end.

Section Meaning.
Variables (b : N) (automata : list automaton).
Definition automaton_of (A : nat) : automaton := nth A automata (PositiveMap.empty _).

Fixpoint holds (v : list N) (f : form) : Prop :=
  match f with
  | Const c => c = true
  | AtMost a c => dot a v <= c
  | Equal a c => dot a v = c
  | Accept A q xs => accepted b (automaton_of A) q (pick xs v)
  | Not f => ~ holds v f
  | Bin o f g => join o (holds v f) (holds v g)
  end.

(* A formula with constants absorbed. *)
Definition neg (f : form) : form := match f with Const c => Const (negb c) | _ => Not f end.

Definition bin (o : connective) (f g : form) : form :=
  match o, f, g with
  | AND, Const c, h | AND, h, Const c => if c then h else Const false
  | OR, Const c, h | OR, h, Const c => if c then Const true else h
  | _, _, _ => Bin o f g
  end.

Definition at_most (a : list Z) (c : Z) : form :=
  if c <? 0 then if forallb (Z.leb 0) a then Const false else AtMost a c else
  if forallb (fun x => Z.leb x 0) a then Const true else AtMost a c.

Definition equal (a : list Z) (c : Z) : form :=
  if (c <? 0) && forallb (Z.leb 0) a then Const false else
  if (0 <? c) && forallb (fun x => Z.leb x 0) a then Const false else Equal a c.

(* The formula that holds of v exactly if f holds of the vector with first letter d and rest v. *)
Fixpoint read (d : list N) (f : form) : form :=
  match f with
  | Const c => f
  | AtMost a c => at_most a ((c - dot a d) / Z.of_N b)
  | Equal a c => let (q, r) := Z.div_eucl (c - dot a d) (Z.of_N b) in if r =? 0 then equal a q else Const false
  | Accept A q xs => let q' := next (automaton_of A) q (number b (pick xs d)) in
      match trap (automaton_of A) q' with Some c => Const c | None => Accept A q' xs end
  | Not f => neg (read d f)
  | Bin o f g => match o, read d f with
      | AND, Const false => Const false | OR, Const true => Const true | _, f' => bin o f' (read d g) end
  end.

(* Whether the formula holds of zeros. *)
Fixpoint at_zeros (f : form) : bool :=
  match f with
  | Const c => c
  | AtMost _ c => 0 <=? c
  | Equal _ c => c =? 0
  | Accept A q _ => accepting (automaton_of A) q
  | Not f => negb (at_zeros f)
  | Bin AND f g => at_zeros f && at_zeros g
  | Bin OR f g => at_zeros f || at_zeros g
  end.

Lemma dot_zeros a k : dot a (zeros k) = 0.
Proof. revert k; induction a; intros [|k]; cbn; auto. unfold zeros in IHa. rewrite IHa. lia. Qed.

Lemma dot_push a d v : length d = length v -> dot a (push b d v) = dot a d + Z.of_N b * dot a v.
Proof.
  revert d v; induction a; intros [|x d] [|y v] E; try discriminate; cbn [dot push]; try lia.
  rewrite IHa by auto. lia.
Qed.

Lemma dot_sign a v : forallb (Z.leb 0) a = true -> 0 <= dot a v.
Proof.
  revert v; induction a; intros [|x v]; cbn; try lia. intros H. apply andb_true_iff in H. destruct H as [H G].
  specialize (IHa v G). nia.
Qed.

Lemma dot_sign' a v : forallb (fun x => Z.leb x 0) a = true -> dot a v <= 0.
Proof.
  revert v; induction a; intros [|x v]; cbn; try lia. intros H. apply andb_true_iff in H. destruct H as [H G].
  specialize (IHa v G). nia.
Qed.

Lemma neg_ok v f : holds v (neg f) <-> ~ holds v f.
Proof. destruct f as [[|]| | | | |]; cbn; intuition discriminate. Qed.

Lemma bin_ok v o f g : holds v (bin o f g) <-> join o (holds v f) (holds v g).
Proof. destruct o, f as [[|]| | | | |], g as [[|]| | | | |]; cbn; intuition discriminate. Qed.

Lemma at_most_ok v a c : holds v (at_most a c) <-> dot a v <= c.
Proof.
  unfold at_most. pose proof (dot_sign a v). pose proof (dot_sign' a v).
  destruct (forallb (Z.leb 0) a), (forallb (fun x => x <=? 0) a), (Z.ltb_spec c 0); cbn;
    intuition (try discriminate; lia).
Qed.

Lemma equal_ok v a c : holds v (equal a c) <-> dot a v = c.
Proof.
  unfold equal. pose proof (dot_sign a v). pose proof (dot_sign' a v).
  destruct (forallb (Z.leb 0) a), (forallb (fun x => x <=? 0) a), (Z.ltb_spec c 0), (Z.ltb_spec 0 c); cbn;
    intuition (try discriminate; lia).
Qed.

Lemma pick_push xs d v : length d = length v -> pick xs (push b d v) = push b (pick xs d) (pick xs v).
Proof. intros E. induction xs; cbn; [auto|]. rewrite push_nth by auto. f_equal. auto. Qed.

Lemma pick_zeros xs k : pick xs (zeros k) = zeros (length xs).
Proof. unfold pick, zeros. induction xs; cbn; [auto|]. rewrite IHxs, nth_repeat. auto. Qed.

Lemma pick_all v n : pick (seq 0 (length v)) (v ++ n) = v.
Proof.
  revert n. induction v as [|x v IH] using rev_ind; intros n; [auto|].
  rewrite app_length, seq_app, <- app_assoc. unfold pick in *. rewrite map_app. f_equal; [apply IH|].
  cbn. rewrite app_nth2, Nat.sub_diag by lia. auto.
Qed.

Hypothesis base : (2 <= b)%N.
Hypothesis ok : forallb sound automata = true.

Lemma sound_of A : sound (automaton_of A) = true.
Proof.
  unfold automaton_of. destruct (nth_in_or_default A automata (PositiveMap.empty _)) as [I | ->]; [|auto].
  rewrite forallb_forall in ok. auto.
Qed.

Theorem read_ok d v : length d = length v -> Forall (fun x => (x < b)%N) d ->
  forall f, holds v (read d f) <-> holds (push b d v) f.
Proof.
  intros L F. induction f as [c|a c|a c|A q xs|f IH|o f IHf g IHg]; cbn [read holds].
  - tauto.
  - rewrite at_most_ok, dot_push by auto. split; intros H.
    + pose proof (Z.mul_div_le (c - dot a d) (Z.of_N b) ltac:(lia)).
      apply (Z.mul_le_mono_nonneg_l _ _ (Z.of_N b)) in H; lia.
    + apply Z.div_le_lower_bound; lia.
  - rewrite dot_push by auto. pose proof (Z_div_mod (c - dot a d) (Z.of_N b)) as D.
    destruct (Z.div_eucl _ _) as [q r]. destruct D as [D R]; [lia|].
    destruct (Z.eqb_spec r 0); [rewrite equal_ok|cbn]; split; intros H; try discriminate.
    + subst. lia.
    + apply (Z.mul_reg_l _ _ (Z.of_N b)); lia.
    + assert (dot a v <= q \/ q + 1 <= dot a v) as [G|G] by lia; apply (Z.mul_le_mono_nonneg_l _ _ (Z.of_N b)) in G; lia.
  - assert (G : Forall (fun x => (x < b)%N) (pick xs d)).
    { apply Forall_map, Forall_forall. intros i _. destruct (nth_in_or_default i d 0%N) as [I| ->]; [|lia].
      rewrite Forall_forall in F. auto. }
    rewrite pick_push, accepted_push_iff by (auto using sound_of; unfold pick; rewrite ?map_length; auto).
    destruct (trap _ _) eqn:T; [|tauto]. rewrite accepted_trap by eauto using sound_of. tauto.
  - rewrite neg_ok, IH. tauto.
  - assert (B : holds v (bin o (read d f) (read d g)) <-> join o (holds (push b d v) f) (holds (push b d v) g)).
    { rewrite bin_ok. destruct o; cbn; rewrite IHf, IHg; tauto. }
    destruct o, (read d f) as [[|]| | | | |]; auto; cbn in *; intuition discriminate.
Qed.

Theorem at_zeros_ok k f : at_zeros f = true <-> holds (zeros k) f.
Proof.
  induction f as [c|a c|a c|A q xs|f IH|[|] f IHf g IHg]; cbn; rewrite ?dot_zeros, ?pick_zeros.
  - tauto.
  - lia.
  - lia.
  - rewrite accepted_zeros_iff; auto using sound_of. tauto.
  - rewrite <- IH. destruct (at_zeros f); intuition discriminate.
  - rewrite <- IHf, <- IHg. apply andb_true_iff.
  - rewrite <- IHf, <- IHg. apply orb_true_iff.
Qed.

Lemma decided f v : holds v f \/ ~ holds v f.
Proof.
  revert f. apply (vector_ind b base (length v)) with (v := v); [| |auto].
  - intros f. rewrite <- at_zeros_ok. destruct (at_zeros f); auto.
  - intros d u I L IH f. apply letters_spec in I. destruct I. rewrite <- !read_ok by (auto; congruence). auto.
Qed.
End Meaning.
